import { isGateOpen } from '../browser/consent-gate'
import { attempt } from '../browser/guard'
import type { SandboxApi } from './sandbox-api'

/** The page's cookies, through the sandbox. */
export type SandboxCookies = ReturnType<typeof createCookies>

const PROBE = 'svc.probe'

/**
 * Opens the cookies of the page that contains the sandbox, on the domain that the tag uses. Where
 * the consent gate is closed or cookies are blocked, a read finds nothing and a write does nothing.
 */
export function createCookies({ browser, init }: SandboxApi) {
  const { protocol, hostname } = new URL(init.context.document.location.href)
  let scope: Promise<string> | undefined

  async function read(name: string): Promise<string | undefined> {
    const text = await browser.cookie.get(name).catch(() => undefined)
    return text ? (attempt(() => decodeURIComponent(text)) ?? text) : undefined
  }

  const setOn = (domain: string, name: string, text: string, seconds: number) =>
    browser.cookie
      .set(
        [
          `${name}=${encodeURIComponent(text)}`,
          'path=/',
          'samesite=lax',
          ...(protocol === 'https:' ? ['secure'] : []),
          ...(domain ? [`domain=${domain}`] : []),
          `max-age=${Math.ceil(seconds)}`,
        ].join('; '),
      )
      .catch(() => undefined)

  /**
   * The widest domain on which a probe cookie can be set. It must be the tag's domain, because two
   * scopes would mean two cookies of the same name.
   */
  async function widestDomain(): Promise<string> {
    const labels = hostname.split('.')
    if (labels.length < 2 || !/[a-z]$/i.test(hostname)) return ''
    for (let count = 1; count <= labels.length; count++) {
      const domain = labels.slice(-count).join('.')
      await setOn(domain, PROBE, '1', 9)
      const isAccepted = (await read(PROBE)) === '1'
      await setOn(domain, PROBE, '', 0)
      if (isAccepted) return domain
    }
    return ''
  }

  async function write(name: string, text: string, seconds: number): Promise<void> {
    scope ??= widestDomain()
    await setOn(await scope, name, text, seconds)
  }

  return {
    /** A decoded cookie; `undefined` if there is none. */
    read: async (name: string): Promise<string | undefined> =>
      isGateOpen() ? read(name) : undefined,
    /** Writes a cookie with a lifetime in seconds. */
    async write(name: string, text: string, seconds: number): Promise<void> {
      if (!isGateOpen()) return
      scope ??= widestDomain()
      await scope
      if (isGateOpen()) await write(name, text, seconds)
    },
    /** Removes a cookie after a refusal, which has closed the gate, if the condition holds for its text. */
    async erase(name: string, isOwn: (text: string) => boolean = () => true): Promise<void> {
      const text = await read(name)
      if (text && isOwn(text)) await write(name, '', 0)
    },
  }
}
