import type { Page } from '@playwright/test'
import type { TestService } from './service.ts'

/** Adds sample traffic of so many visits, as the button of a page does. */
export async function addSample(page: Page, { url }: TestService, visits: number): Promise<void> {
  await page.goto(`${url}/requests`)
  const token = await page.locator('meta[name="console-token"]').getAttribute('content')
  const headers = { 'svc-console-token': token ?? '' }
  await page.request.post(`${url}/console/sample?visits=${visits}`, { headers })
}
