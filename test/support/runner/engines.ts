import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type BrowserType, chromium, firefox, type PlaywrightTestOptions } from '@playwright/test'

/** An engine this machine can drive, and how Playwright starts it. */
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

/** The full path of a program, looked for in PATH; `undefined` when there is none. */
export function which(program: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path))
}

/** Playwright's own download of an engine, when someone has fetched it. */
function hasOwnDownload(type: BrowserType): boolean {
  try {
    return existsSync(type.executablePath())
  } catch {
    return false
  }
}

/**
 * Off in Chromium: two pages of its address bar, which took 0.8 s of processor for each window of a test. The others are Playwright's own
 * (`chromiumSwitches` in 1.64): of two switches of a name the last one holds.
 */
const FEATURES_OFF =
  'WebUIOmniboxPopup WebUIOmniboxAimPopup AimEnabled AutoDeElevate AvoidCorsURLLoaderRestartOnRedirect AvoidUnnecessaryBeforeUnloadCheckSync BlockOriginHeaderModificationOnRedirect DestroyProfileOnBrowserClose DialMediaRouteProvider GlobalMediaControls HttpsUpgrades LensOverlay MediaRouter NetworkTimeServiceQuerying OptimizationHints PaintHolding ThirdPartyStoragePartitioning Translate'

/**
 * Chromium in its new headless mode: the old headless shell never restores a page from the
 * back/forward cache, and loses requests fired from `pagehide`. `channel: 'chromium'` asks for it.
 */
export function chromiumEngine(): Engine | undefined {
  return chromiumAt(process.env.SVC_CHROMIUM ?? which('chromium'))
}

/**
 * Chromium's headless shell, the same engine without a window: it takes six tenths of the processor's time for a test that stays on its
 * page. Where it is not installed, or another browser is asked for by `SVC_CHROMIUM`, that one.
 */
export function shellEngine(): Engine | undefined {
  const shell = process.env.SVC_CHROMIUM ? undefined : which('chromium-headless-shell')
  return shell ? chromiumAt(shell) : chromiumEngine()
}

function chromiumAt(executablePath: string | undefined): Engine | undefined {
  const launchOptions: LaunchOptions = {
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
    args: [
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      `--disable-features=${FEATURES_OFF.split(' ').join()}`,
      // A process less for each browser, which draws without a graphics card all the same.
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
 * Every look into a page is a person's touch to [Playwright's Firefox](https://w3c.github.io/webdriver-bidi/#command-script-callFunction);
 * it must be over sooner than the five seconds that a real one may last, for a story of what scripts do by themselves.
 */
const TOUCH_MS = 1_000

/**
 * Firefox, by WebDriver BiDi where it is the system's own; Playwright's download by its own protocol. It can take many seconds
 * to start on a busy machine.
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

/** For a Chromium that is started without Playwright, which would keep every tab focused and end with the test. */
export const BARE_CHROMIUM_FLAGS: readonly string[] = [
  '--headless=new',
  '--no-sandbox',
  '--no-first-run',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
]
