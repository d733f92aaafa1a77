import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { expect } from '@playwright/test'
import { Builder, By, Key, until, type WebDriver, type WebElement } from 'selenium-webdriver'
import { arrive, type Shopper } from '../simulators/shopper-moves.ts'
import { which } from './engines.ts'
import { freePort } from './free-port.ts'

/** WebKitGTK's MiniBrowser, which is not in PATH; `undefined` if it is not installed. */
export function miniBrowser(): string | undefined {
  const packages = ['libwebkit2gtk-4.1-0', 'libwebkitgtk-6.0-4', 'libwebkit2gtk-4.0-37']
  const filesOf = (name: string) => {
    try {
      return execFileSync('dpkg', ['-L', name], { stdio: 'pipe' }).toString().split('\n')
    } catch {
      return []
    }
  }
  return packages.flatMap(filesOf).find((file) => file.endsWith('/MiniBrowser') && existsSync(file))
}

/** Whether this machine has WebKitGTK, its driver and a virtual display. */
export const hasWebKit = (): boolean =>
  which('WebKitWebDriver') !== undefined && which('Xvfb') !== undefined && !!miniBrowser()

/** Settings that WebKitGTK needs without a graphics card or a desktop. */
export const WEBKIT_ENVIRONMENT: Readonly<Record<string, string>> = {
  WEBKIT_DISABLE_COMPOSITING_MODE: '1',
  NO_AT_BRIDGE: '1',
  LIBGL_ALWAYS_SOFTWARE: '1',
}

/** Starts a virtual display; returns its name and its process, which the caller kills. */
export async function openDisplay(): Promise<{ name: string; process: ChildProcess }> {
  const args = ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp']
  const display = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  const output = display.stdio[3] as NodeJS.ReadableStream
  const number = await new Promise<string>((resolve, reject) => {
    output.once('data', (data) => resolve(String(data).trim()))
    display.once('error', reject)
    display.once('exit', (code) => reject(new Error(`Xvfb ended with code ${code}`)))
  })
  return { name: `:${number}`, process: display }
}

/** How long to wait for an element or a condition. */
const PATIENCE_MS = 15_000

/** How long to wait for an answer of a page that may be on its way out. */
const LEAVING_MS = 2000

/** Starts a new WebKit without cookies or storage, with a shopper; `end` closes it. */
export async function openWebKit(display: string): Promise<Shopper & { end(): Promise<void> }> {
  const port = await freePort()
  const service = spawn('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], {
    stdio: 'ignore',
    // The browser is in the driver's process group, so that it ends with it.
    detached: true,
    env: { ...process.env, ...WEBKIT_ENVIRONMENT, DISPLAY: display },
  })
  const url = `http://127.0.0.1:${port}`
  await expect.poll(() => fetch(`${url}/status`).then(Boolean, () => false)).toBe(true)
  const driver = await new Builder()
    .usingServer(url)
    .disableEnvironmentOverrides()
    .withCapabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary: miniBrowser(), args: ['--automation'] },
    })
    .build()
  await driver.manage().setTimeouts({ script: PATIENCE_MS })
  await driver.manage().window().setRect({ x: 0, y: 0, width: 1280, height: 800 })
  return {
    ...webKitShopper(driver),
    async end() {
      await driver.quit()
      if (service.pid) process.kill(-service.pid)
    },
  }
}

/** Wraps an expression so that a rejected promise in the page becomes an error here. */
const settle = (expression: string) => `const done = arguments[arguments.length - 1]
  Promise.resolve(${expression}).then((value) => done({ value }), (error) => done({ error: String(error) }))`

function webKitShopper(driver: WebDriver): Shopper {
  const find = async (selector: string): Promise<WebElement> => {
    const [host = '', inside] = selector.split(' >> ')
    const element = await driver.wait(until.elementLocated(By.css(host)), PATIENCE_MS)
    if (inside === undefined) return element
    const root = await element.getShadowRoot()
    await driver.wait(async () => (await root.findElements(By.css(inside))).length > 0, PATIENCE_MS)
    return root.findElement(By.css(inside))
  }
  const write = async (selector: string, ...keys: string[]) => {
    const field = await find(selector)
    await field.clear()
    await field.sendKeys(...keys)
  }

  async function ask<Answer>(expression: string) {
    const { value, error } = await driver.executeAsyncScript<{ value: Answer; error?: string }>(
      settle(expression),
    )
    if (error) throw new Error(error)
    return value
  }

  return {
    open: (url) => driver.get(url),
    press: async (selector) => (await find(selector)).click(),
    pressEnter: async (selector) => (await find(selector)).sendKeys(Key.ENTER),
    write,
    enter: (selector, text) => write(selector, text, Key.ENTER),
    choose: async (selector, value) => (await find(`${selector} option[value="${value}"]`)).click(),
    ask,
    // WebKit's driver never answers a question whose page goes meanwhile, not even after the script's timeout.
    arriveAt: (path) =>
      arrive((expression) => Promise.race([ask(expression), setTimeout(LEAVING_MS)]), path),
    back: () => ask('void setTimeout(() => history.back())'),
    async close() {
      // Opened first, because WebKit ends with its last window.
      const tab = await driver.getWindowHandle()
      await driver.switchTo().newWindow('window')
      const other = await driver.getWindowHandle()
      await driver.switchTo().window(tab)
      await driver.close()
      await driver.switchTo().window(other)
    },
  }
}
