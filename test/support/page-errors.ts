import type { Page } from '@playwright/test'
import { can } from './expectations.ts'

/** What Firefox itself says of a resource that it did not load; of its own icon, for one. */
const OF_BROWSER = /favicon|nosniff\)\.$/

/** Errors that reach the page, from now on. */
export function errorsOf(page: Page): string[] {
  const errors: string[] = []
  const isOfScript = can('errors of scripts alone')
    ? () => true
    : (message: string) => !OF_BROWSER.test(message)
  page.on('pageerror', ({ message }) => {
    if (isOfScript(message)) errors.push(message)
  })
  return errors
}
