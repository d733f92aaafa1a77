import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type BrowserType, chromium, firefox, type PlaywrightTestOptions } from '@playwright/test'

/** An engine that this machine can run, and how Playwright starts it. */
export interface Engine {
  readonly name: 'chromium' | 'firefox'
  readonly use: Partial<PlaywrightTestOptions> & { readonly launchOptions?: LaunchOptions }
}

interface LaunchOptions {
  readonly executablePath?: string
  readonly timeout?: number
  readonly args?: string[]
  readonly ignoreDefaultArgs?: string[]
  readonly firefoxUserPrefs?: Record<string, number>
}

/** The full path of a program in PATH; `undefined` if there is none. */
export function which(program: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path))
}

/** Whether Playwright's own download of an engine is installed. */
function hasOwnDownload(type: BrowserType): boolean {
  try {
    return existsSync(type.executablePath())
  } catch {
    return false
  }
}

/**
 * Features that are turned off in Chromium: two pages of its address bar, which took 0.8 s of processor time for each window of a test. The
 * others are Playwright's own (`chromiumSwitches` in 1.64), because the last of several equal switches wins.
 */
const FEATURES_OFF =
  'WebUIOmniboxPopup WebUIOmniboxAimPopup AimEnabled AutoDeElevate AvoidCorsURLLoaderRestartOnRedirect AvoidUnnecessaryBeforeUnloadCheckSync BlockOriginHeaderModificationOnRedirect DestroyProfileOnBrowserClose DialMediaRouteProvider GlobalMediaControls HttpsUpgrades LensOverlay MediaRouter NetworkTimeServiceQuerying OptimizationHints PaintHolding ThirdPartyStoragePartitioning Translate'

/**
 * Chromium in its new headless mode, selected by `channel: 'chromium'`. The old headless shell
 * never restores a page from the back/forward cache, and loses requests sent from `pagehide`.
 */
export function chromiumEngine(): Engine | undefined {
  return chromiumAt(process.env.SVC_CHROMIUM ?? which('chromium'))
}

/**
 * Chromium's headless shell, the same engine without a window: tests that stay on one page take 60 % of the processor time. If it is not
 * installed or `SVC_CHROMIUM` names another browser, that browser is used.
 */
export function shellEngine(): Engine | undefined {
  const shell = process.env.SVC_CHROMIUM ? undefined : which('chromium-headless-shell')
  return shell ? chromiumAt(shell) : chromiumEngine()
}

/**
 * Launches a browser again if it crashes while it starts, as Debian's headless shell did once in some hundred launches. A browser that has not
 * started has tested nothing, so this is no second try of a test.
 */
function launchAgainAfterCrash(type: BrowserType) {
  const launch = type.launch.bind(type)
  type.launch = (options) =>
    launch(options).catch((error: unknown) => {
      if (!String(error).includes('Segmentation fault')) throw error
      console.warn('The browser crashed while it started; it is launched again.')
      return launch(options)
    })
}
launchAgainAfterCrash(chromium)

function chromiumAt(executablePath: string | undefined): Engine | undefined {
  const launchOptions: LaunchOptions = {
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
    args: [
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      `--disable-features=${FEATURES_OFF.split(' ').join()}`,
      // Saves one process per browser, which still draws without a graphics card.
      '--in-process-gpu',
    ],
    ...(executablePath && { executablePath }),
  }
  if (!executablePath && !hasOwnDownload(chromium)) return undefined
  return {
    name: 'chromium',
    use: { browserName: 'chromium', channel: 'chromium', launchOptions },
  } as Engine
}

/**
 * [Playwright's Firefox](https://w3c.github.io/webdriver-bidi/#command-script-callFunction) treats every evaluation in a page as a user
 * activation. For tests of what scripts do by themselves, it must end sooner than the usual five seconds.
 */
const TOUCH_MS = 1_000

/**
 * Firefox: the system's own through WebDriver BiDi, or Playwright's download through its own
 * protocol. It can take many seconds to start on a busy machine.
 */
export function firefoxEngine(): Engine | undefined {
  const executablePath = process.env.SVC_FIREFOX ?? which('firefox-esr') ?? which('firefox')
  if (executablePath)
    return {
      name: 'firefox',
      use: {
        browserName: 'firefox',
        channel: 'moz-firefox',
        launchOptions: {
          executablePath,
          timeout: 90_000,
          firefoxUserPrefs: { 'dom.user_activation.transient.timeout': TOUCH_MS },
        },
      },
    } as Engine
  if (!hasOwnDownload(firefox)) return undefined
  return { name: 'firefox', use: { browserName: 'firefox' } } as Engine
}

/** For a Chromium that runs without Playwright, which would keep every tab focused and end the browser with the test. */
export const BARE_CHROMIUM_FLAGS: readonly string[] = [
  '--headless=new',
  '--no-sandbox',
  '--no-first-run',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
]
