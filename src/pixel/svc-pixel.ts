import { now } from '../browser/clock'
import { isGateOpen, setGate } from '../browser/consent-gate'
import { guard, warnOnce } from '../browser/guard'
import { isRobotName } from '../browser/robots'
import type { Timestamp } from '../wire/tracker-event'
import { parsePixelSettings } from './parse-settings'
import { preparePixelDelivery } from './pixel-delivery'
import type { FullPixelSettings, PixelSettings } from './pixel-settings'
import { createVisitor } from './pixel-visitor'
import { EVENT_NAMES, readEvent } from './read-shop-event'
import { type PixelEvent, recordEvent } from './record-events'
import { type CustomerPrivacy, pageOf, type SandboxApi, type StandardEvent } from './sandbox-api'
import { createCookies } from './sandbox-cookies'
import { createKeptTexts } from './sandbox-store'

/** More events than a shopper causes on one page before answering a consent banner. */
const CAPACITY = 200

/** Whether the browser says that it is automated, or calls itself a robot. */
const isRobot = (userAgent: string): boolean =>
  (globalThis.navigator as Partial<Navigator> | undefined)?.webdriver === true ||
  isRobotName(userAgent)

function start(settings: FullPixelSettings, api: SandboxApi) {
  const texts = createKeptTexts(api.browser.localStorage)
  const visitor = createVisitor(createCookies(api), texts, settings)

  let consent: 'pending' | 'granted' | 'denied' = 'pending'
  let pending: PixelEvent[] = []
  /** Queue of tasks that query the page, run one at a time. */
  let queue: Promise<unknown> = Promise.resolve()

  const inTurn = (task: () => Promise<unknown>) => {
    queue = queue
      .then(task)
      .catch((error) => warnOnce('an internal error; please report it', error))
  }

  function ignore(what: string, reason: string) {
    if (settings.debug) warnOnce(`${what} is not counted: ${reason}`)
  }

  const resume = preparePixelDelivery(texts, settings)

  /** Records the oldest event, then the others. Without a user id, all of them wait. */
  async function flush(): Promise<void> {
    const [event] = pending
    if (!event || !isGateOpen()) return
    const found = await visitor.touch()
    // Consent was denied while the pixel was reading the visitor from the page.
    if (!isGateOpen()) return
    if (!found) return ignore('an event', 'there is no user id yet; it waits')
    pending = pending.filter((other) => other !== event)
    const reason = await recordEvent(event, found, texts)
    if (reason) ignore('an event', reason)
    return flush()
  }

  const isRefused = () =>
    consent === 'denied' || (consent === 'pending' && settings.consent === 'denied')

  function onEvent(event: StandardEvent) {
    if (isRefused()) return ignore(event.name, 'consent is denied')
    const meaning = readEvent(event, settings)
    if (!meaning) return ignore(event.name, 'the theme reports it, or it names nothing')
    const at = (Date.parse(event.timestamp) || now()) as Timestamp
    pending.push({ meaning, at, page: pageOf(event.context, settings.scrubUrl) })
    if (pending.length > CAPACITY) pending.shift()
    if (isGateOpen()) inTurn(flush)
  }

  function grant() {
    consent = 'granted'
    setGate('open')
    inTurn(resume)
    inTurn(flush)
  }

  function deny() {
    consent = 'denied'
    pending = []
    setGate('erased')
    inTurn(async () => {
      await visitor.erase()
      await texts.erase()
    })
  }

  const isAllowed = (answer: CustomerPrivacy | undefined) =>
    answer?.analyticsProcessingAllowed === true

  // "Not allowed" at the start may only mean that the shopper has not been asked yet.
  if (isAllowed(api.init.customerPrivacy)) grant()
  api.customerPrivacy.subscribe(
    'visitorConsentCollected',
    guard(({ customerPrivacy }) => {
      const allowed = isAllowed(customerPrivacy)
      if (allowed && consent !== 'granted') grant()
      if (!allowed && consent !== 'denied') deny()
    }),
  )
  for (const name of EVENT_NAMES) api.analytics.subscribe(name, guard(onEvent))
}

/**
 * A pixel for Shopify's sandboxes, in which `svc.js` cannot run: it reports orders, and without
 * `svc.js` in the theme also visits, searches and carts. Nothing is read, stored or sent before
 * `customerPrivacy` allows analytics.
 *
 * @param settings - An app pixel may omit some or all of them; they are then read from the app's
 * settings.
 * @returns The callback for `register` of `@shopify/web-pixels-extension`. In a custom pixel, call
 * it with the sandbox's globals.
 * @example
 * import { register } from '@shopify/web-pixels-extension'
 * import { svcPixel } from 'svc-tag/shopify'
 *
 * register(svcPixel({ siteKey: 'SITE', trackerUrl: 'https://tracker.example' }))
 */
export const svcPixel = (settings: Partial<PixelSettings> = {}): ((api: SandboxApi) => void) =>
  guard((api: SandboxApi) => {
    const full = parsePixelSettings({ ...api.settings, ...settings }, (name) =>
      warnOnce(
        `the pixel's setting ${name} is missing or cannot be read; see docs/install/shopify.md`,
      ),
    )
    if (!full.siteKey || !full.trackerUrl) return
    if (full.recordBots || !isRobot(api.init.context.navigator?.userAgent ?? '')) start(full, api)
  })
