import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Browser, LaunchOptions } from '@playwright/test'
import { UsageError } from './audit-options.ts'

const NAMES: readonly string[] = ['chromium', 'chromium-browser', 'google-chrome']

/** A Chromium of the machine, by its program. */
const onPath = () =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .find(existsSync)

/**
 * Starts Chromium: the given program, else Playwright's own, else one of the machine.
 *
 * @throws UsageError that says how to get one.
 */
export async function launchChromium(program: string | undefined): Promise<Browser> {
  const { chromium } = await import('@playwright/test').catch(() => {
    throw new UsageError('Playwright is missing: npm install --save-dev @playwright/test')
  })
  const found = program ?? (existsSync(chromium.executablePath()) ? undefined : onPath())
  // The full browser without a window: the smaller shell treats pages that are left differently.
  const options: LaunchOptions = {
    channel: 'chromium',
    ...(found !== undefined && { executablePath: found }),
  }
  try {
    return await chromium.launch(options)
  } catch (fault) {
    const [line = ''] = (fault as Error).message.split('\n')
    throw new UsageError(
      `Chromium does not start (${line}). Run npx playwright install chromium, or name one with --browser.`,
    )
  }
}
