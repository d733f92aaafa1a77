import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { expect } from '@playwright/test'
import { which } from './engines.ts'
import { arrive, type Browsers, type Visit } from './shopper.ts'

/** The name of an element in answers: https://www.w3.org/TR/webdriver2/#elements */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

/** The Enter key as WebDriver writes it: https://www.w3.org/TR/webdriver2/#keyboard-actions */
const ENTER_KEY = '\uE007'

/** WebKitGTK's small browser, which no folder in PATH has. */
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

/** Whether this machine has WebKitGTK, its driver and a display for it to draw on. */
export const hasWebKit = (): boolean =>
  which('WebKitWebDriver') !== undefined && which('Xvfb') !== undefined && !!miniBrowser()

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** A display that nobody sees, and its name. */
export async function openDisplay(): Promise<{ name: string; process: ChildProcess }> {
  const args = ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp']
  const display = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  const told = display.stdio[3] as NodeJS.ReadableStream
  const number = await new Promise<string>((resolve, reject) => {
    told.once('data', (data) => resolve(String(data).trim()))
    display.once('error', reject)
    display.once('exit', (code) => reject(new Error(`Xvfb ended with code ${code}`)))
  })
  return { name: `:${number}`, process: display }
}

/**
 * Starts WebKit: a display, and the driver, to which plain [WebDriver](https://www.w3.org/TR/webdriver2/) calls are made. One
 * session at a time.
 */
export async function startWebKit(): Promise<Browsers> {
  const display = await openDisplay()
  const port = await freePort()
  const driver = spawn('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], {
    stdio: 'ignore',
    // Its browsers are in its group, so that they end with it.
    detached: true,
    env: {
      ...process.env,
      DISPLAY: display.name,
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      NO_AT_BRIDGE: '1',
      LIBGL_ALWAYS_SOFTWARE: '1',
    },
  })
  const call = caller(`http://127.0.0.1:${port}`)
  await expect.poll(() => call('GET', '/status').then(Boolean, () => false)).toBe(true)

  return {
    async open() {
      const { sessionId } = await call<{ sessionId: string }>('POST', '/session', {
        capabilities: {
          alwaysMatch: {
            browserName: 'MiniBrowser',
            'webkitgtk:browserOptions': { binary: miniBrowser(), args: ['--automation'] },
          },
        },
      })
      return sessionShopper(call, `/session/${sessionId}`)
    },
    async close() {
      if (driver.pid) process.kill(-driver.pid)
      display.process.kill()
    },
  }
}

type Call = <Value>(method: string, path: string, body?: object) => Promise<Value>

const caller =
  (base: string): Call =>
  async <Value>(method: string, path: string, body?: object) => {
    const reply = await fetch(base + path, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
    })
    const { value } = (await reply.json()) as {
      value: Value & { error?: string; message?: string }
    }
    if (!reply.ok) throw new Error(`${path}: ${value.error}: ${value.message}`)
    return value
  }

function sessionShopper(call: Call, session: string): Visit {
  const ask = <Answer>(expression: string) =>
    call<Answer>('POST', `${session}/execute/sync`, { script: `return (${expression})`, args: [] })

  async function find(selector: string): Promise<string> {
    let found: Record<string, string> | undefined
    await expect
      .poll(async () => {
        const by = { using: 'css selector', value: selector }
        found = await call<Record<string, string>>('POST', `${session}/element`, by).catch(
          () => undefined,
        )
        return found !== undefined
      }, `waiting for ${selector}`)
      .toBe(true)
    return `${session}/element/${found?.[ELEMENT]}`
  }

  async function write(selector: string, text: string) {
    const field = await find(selector)
    await call('POST', `${field}/clear`)
    await call('POST', `${field}/value`, { text })
  }

  const press = async (selector: string) => {
    await call('POST', `${await find(selector)}/click`)
  }
  return {
    open: (url) => call('POST', `${session}/url`, { url }),
    press,
    async pressEnter(selector) {
      await call('POST', `${await find(selector)}/value`, { text: ENTER_KEY })
    },
    write,
    enter: (selector, text) => write(selector, text + ENTER_KEY),
    choose: (selector, value) => press(`${selector} option[value="${value}"]`),
    ask,
    arriveAt: (path) => arrive(ask, path),
    back: () => call('POST', `${session}/back`),
    async close() {
      const [self] = await call<string[]>('GET', `${session}/window/handles`)
      const { handle } = await call<{ handle: string }>('POST', `${session}/window/new`, {
        type: 'window',
      })
      await call('POST', `${session}/window`, { handle: self })
      await call('DELETE', `${session}/window`)
      await call('POST', `${session}/window`, { handle })
    },
    end: () => call('DELETE', session),
  }
}
