import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { expect } from '@playwright/test'
import { which } from '../runner/engines.ts'

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

/** Settings that WebKitGTK needs where there is neither a graphics card nor a desktop. */
export const WEBKIT_ENVIRONMENT: Readonly<Record<string, string>> = {
  WEBKIT_DISABLE_COMPOSITING_MODE: '1',
  NO_AT_BRIDGE: '1',
  LIBGL_ALWAYS_SOFTWARE: '1',
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** A display that nobody sees, and its name. */
export async function openDisplay(): Promise<{ name: string; process: ChildProcess }> {
  const args = ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp']
  const display = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  const told = display.stdio[3] as NodeJS.ReadableStream
  const number = await new Promise<string>((resolve, reject) => {
    told.once('data', (data) => resolve(String(data).trim()))
    display.once('error', reject)
    display.once('exit', (code) => reject(new Error(`Xvfb ended with code ${code}`)))
  })
  return { name: `:${number}`, process: display }
}

/** One browser of a driver: no cookies, no storage of anybody before. */
export interface Session {
  /**
   * One [WebDriver](https://www.w3.org/TR/webdriver2/#endpoints) command.
   *
   * @param path - What comes after the session's own.
   * @throws Error with the driver's words.
   */
  call<Value>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<Value>
  end(): Promise<void>
}

/**
 * Starts a driver, which has one session at a time, and its browser.
 *
 * @param proxyPort - Where the browser's requests go, but those over TLS: WebKitGTK asks a proxy for them that is behind TLS itself, with
 * a certificate that it trusts.
 */
export async function startSession(display: string, proxyPort: number): Promise<Session> {
  const port = await freePort()
  const driver = spawn('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], {
    stdio: 'ignore',
    // Its browsers are in its group, so that they end with it.
    detached: true,
    env: { ...process.env, ...WEBKIT_ENVIRONMENT, DISPLAY: display },
  })
  const call = caller(`http://127.0.0.1:${port}`)
  await expect.poll(() => call('GET', '/status').then(Boolean, () => false)).toBe(true)
  const { sessionId } = await call<{ sessionId: string }>('POST', '/session', {
    capabilities: {
      alwaysMatch: {
        browserName: 'MiniBrowser',
        acceptInsecureCerts: true,
        proxy: {
          proxyType: 'manual',
          httpProxy: `127.0.0.1:${proxyPort}`,
        },
        'webkitgtk:browserOptions': { binary: miniBrowser(), args: ['--automation'] },
      },
    },
  })
  return {
    call: (method, path, body) => call(method, `/session/${sessionId}${path}`, body),
    async end() {
      await call('DELETE', `/session/${sessionId}`).catch(() => {
        // It ended with its last window, or with its crash.
      })
      if (driver.pid) process.kill(-driver.pid)
    },
  }
}

const caller =
  (base: string) =>
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
