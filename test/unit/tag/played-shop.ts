import { createChannels } from '../../fakes/channels'
import type { LockState } from '../../fakes/page-context'
import { createRandom } from '../../fakes/seeded-random'
import { createTimeline } from '../../fakes/timeline'
import { type Consent, createConsent } from './played-consent'
import { createNetwork, type Fault, type Sent } from './played-network'
import { type FetchWrapper, openPlayedPage, type PlayedPageOptions } from './played-page'
import { type Access, createStore, type DatabaseState, type TextState } from './played-store'
import { createReportedEvents, MESSAGE_MS } from './reported-events'
import {
  type AccountName,
  newFacts,
  type PageFacts,
  type ShopPage,
  type TcfAnswer,
} from './shop-page'

/*
 * One browser with the tabs of a shop that has two accounts. The steps drive it. What a page may do is judged here at the moment at which the
 * page does it; what takes a look at the whole is in tag-promises.ts.
 */

/** How the browser and the shop of one history are made. */
export interface ShopOptions {
  /** Whether both accounts send to one tracker, as staging and live do. */
  readonly hasOneTracker: boolean
  /** Whether trackers declare that they count each `(uid, t)` once. */
  readonly declaresRepeats: boolean
  readonly database: DatabaseState
  readonly texts: TextState
  readonly locks: LockState
  readonly isGpcOn: boolean
  /** Whether pages have a TCF consent manager. */
  readonly hasTcf: boolean
  /** Whether the dataLayer is there before the tag. */
  readonly hasDataLayer: boolean
  /** The attribute `data-consent`; absent if the shop did not write it. */
  readonly consent?: string | undefined
  /** Further settings, as attributes. */
  readonly settings?: Readonly<Record<string, string>>
  readonly wrapsFetch?: FetchWrapper | undefined
  readonly lacksCurrentScript: boolean
  /** Whether all parts are blocked. */
  readonly lacksParts: boolean
}

/** The shop in one browser. */
export type PlayedShop = ReturnType<typeof createPlayedShop>

interface Tab {
  page?: ShopPage
  readonly texts: Map<string, string>
}

const UK_TRACKER = 'https://uk.tracker.example'
const US_TRACKER = 'https://us.tracker.example'

/** Opens the browser, without a page. */
export function createPlayedShop(options: ShopOptions) {
  const timeline = createTimeline()
  const store = createStore(timeline, options.database, options.texts)
  const network = createNetwork(timeline, options.declaresRepeats, onRequest)
  const channels = createChannels(timeline)
  const random = createRandom()
  const faults: string[] = []
  const diary: string[] = []
  const tabs = new Map<number, Tab>()
  const pages: ShopPage[] = []
  let hasParts = !options.lacksParts
  let lackedParts = options.lacksParts
  let refusedAt = Number.NEGATIVE_INFINITY
  let grantedAt = Number.NEGATIVE_INFINITY
  /** The page whose script is running for the first time. */
  let opening: (PageFacts & { readonly name: string }) | undefined

  const account = (name: AccountName, tracker: string) => ({
    name,
    key: name.toUpperCase(),
    tracker,
    url: `https://shop.example/${name}/shoes`,
  })
  const accounts = {
    uk: account('uk', UK_TRACKER),
    us: account('us', options.hasOneTracker ? UK_TRACKER : US_TRACKER),
  }

  const seconds = () => `${(timeline.elapsed() / 1_000).toFixed(3)} s`
  const blame = (text: string) => void faults.push(`${text} (at ${seconds()})`)
  const tell = (text: string) => void diary.push(`${seconds().padStart(11)}  ${text}`)
  const events = createReportedEvents(timeline, store, blame)

  const isOpen = (page: ShopPage) => !page.lifecycle.isGone
  const isCached = ({ lifecycle }: ShopPage) => !lifecycle.isGone && lifecycle.isFrozen
  const mayAct = ({ consent, graceUntil }: PageFacts) =>
    consent.state() === 'granted' || timeline.elapsed() < graceUntil

  /** No request without consent. */
  function onRequest(sender: object, sent: Sent | undefined) {
    const page = pages.find((one) => one.sender === sender) ?? opening
    if (page && !mayAct(page))
      blame(
        `${page.name} sent ${sent?.action ?? 'a probe'} while consent was ${page.consent.state()}`,
      )
    if (sent) events.judgeRequest(sent)
    // A hidden page may be gone at any time, so that what it sends is left at once.
    if (sent && pages.some((one) => one === page && !one.isVisible())) sent.mayCount = true
  }

  /** No access to what the browser keeps without consent, except for the erasing of a refusal. */
  function onAccess(
    page: (PageFacts & { readonly name: string }) | undefined,
    access: Access,
    what: string,
  ) {
    if (!page || mayAct(page)) return
    const isErasing = page.consent.state() === 'denied' && access !== 'writes'
    if (!isErasing) blame(`${page.name} ${access} ${what} while consent is ${page.consent.state()}`)
  }

  /** Whether everything that is sent to the tracker of a page fails, or is late. */
  function isOut({ account: { tracker } }: ShopPage) {
    const { subject, how } = network.faultOf(tracker)
    return !network.isOnline() || (subject === 'everything' && how !== 'well')
  }

  const isHindered = (page: ShopPage) =>
    isOut(page) ||
    !page.isVisible() ||
    page.lifecycle.isFrozen ||
    page.consent.state() !== 'granted'

  /** When a page became free to send; `Infinity` if it is not. */
  function freeSince(page: ShopPage): number {
    if (isHindered(page)) return Number.POSITIVE_INFINITY
    return Math.min(page.freeSince, timeline.elapsed())
  }

  /** Notes since when each page is free to send, and what trouble it has had. */
  function noteHindrances() {
    for (const page of pages.filter(isOpen)) {
      const { how } = network.faultOf(page.account.tracker)
      page.hadTrouble ||= isOut(page) || how === 'pause of 60 s'
      page.lacksStore ||= store.databaseState !== 'well' && store.textState() !== 'well'
      page.freeSince = freeSince(page)
    }
  }

  /** Another tab hears of a refusal a moment later. */
  function hearRefusal(page: ShopPage) {
    if (page.consent.state() === 'denied') return
    page.graceUntil = timeline.elapsed() + MESSAGE_MS
    const hear = () => {
      page.isHearing = true
      page.consent.call('denied')
      page.isHearing = false
    }
    timeline.in(MESSAGE_MS / 2, hear, page.lifecycle)
  }

  /**
   * A refusal erases what waits, in all tabs.
   *
   * @param isTold - Whether other tabs hear of it: not of a browser's setting that they know themselves, nor of what came from a tab.
   */
  function refuse(by: ShopPage, isTold: boolean) {
    refusedAt = timeline.elapsed()
    events.erase(by, isTold)
    // A page in the back/forward cache is discarded when a message reaches it, or when its database is deleted.
    for (const page of pages.filter(isCached)) end(page, true)
    if (isTold) pages.filter((page) => page !== by && isOpen(page)).forEach(hearRefusal)
  }

  function onConsent(page: ShopPage, after: Consent) {
    events.onConsent(page, after)
    if (after === 'denied') refuse(page, !page.isHearing)
    if (after === 'granted') grantedAt = timeline.elapsed()
    noteHindrances()
  }

  function end(page: ShopPage, isOrderly: boolean) {
    network.leave(page.sender, isOrderly)
    events.onEnd(page, isOrderly)
    page.endedAt = timeline.elapsed()
    page.wasKilled = !isOrderly
    page.remove()
    for (const tab of tabs.values()) if (tab.page === page) delete tab.page
  }

  /** Passes the manager's answer to the tag's listener, if the tag has one. */
  function sayTcf(page: PageFacts & Pick<ShopPage, 'run'>, answer: TcfAnswer) {
    page.tcf = answer
    const { tellTcf } = page
    if (!tellTcf) return
    const { eventStatus, isAgreed } = answer
    const answered = isAgreed ? 'granted' : 'denied'
    page.consent.signal('tcf', eventStatus === 'cmpuishown' ? 'hold' : answered)
    page.run(() =>
      tellTcf({ eventStatus, purpose: { consents: { 1: isAgreed, 8: isAgreed } } }, true),
    )
  }

  /** A TCF manager. It answers at once, and whenever the shopper does. */
  const tcfApi =
    (pageOf: () => ShopPage | undefined) =>
    (command: string, _version: number, callback: PageFacts['tellTcf']) => {
      const page = pageOf()
      if (command !== 'addEventListener' || !page || !callback) return
      page.tellTcf = callback
      sayTcf(page, page.tcf)
    }

  /** A report that an event was sent needs a response of the tracker, or the one case that docs/delivery.md names. */
  function judgeSent({ t, answer }: { readonly t: string; readonly answer: string }) {
    const isProved = network.sent.some(
      (sent) => sent.t === t && (typeof sent.outcome === 'number' || sent.mayCount),
    )
    if (!isProved) blame(`${t} is shown as sent (${answer}) without a response`)
  }

  /** The shop's own listeners. */
  function listen(page: ShopPage) {
    const svc = page.svc()
    svc.on('event', (event) => {
      // The steps report all others.
      if (event.action === 'visitor') events.note(event.t, event.action, page)
      events.noteTime(event)
    })
    svc.on('sent', judgeSent)
    svc.on('dropped', ({ t, reason }) => page.dropped.set(t, reason))
  }

  /** The consent of a page that is about to open. @param onChange - Called when it changes. */
  function consentFor(written: string | undefined, onChange: (after: Consent) => void) {
    const consent = createConsent(written, onChange)
    if (options.isGpcOn) consent.signal('gpc', 'denied')
    // Until its part is there and has asked, the tag cannot know the manager's answer.
    if (options.hasTcf) consent.signal('tcf', 'hold')
    return consent
  }

  /** What the shop and the browser give a page. @param pageOf - The page, when it is there. */
  function pageOptions(
    { key, tracker, url }: PageFacts['account'],
    consent: string | undefined,
    pageOf: () => ShopPage | undefined,
  ): PlayedPageOptions {
    return {
      ...options,
      url,
      settings: {
        ...options.settings,
        ...{ siteKey: key, trackerUrl: tracker },
        ...(consent !== undefined && { consent }),
      },
      window: {
        ...(options.hasTcf && { __tcfapi: tcfApi(pageOf) }),
        ...(options.hasDataLayer && { dataLayer: [] }),
      },
      hasParts: () => hasParts,
      random,
    }
  }

  /** Opens a page of an account in a tab, leaving the page that was there. */
  function open(number: number, accountName: AccountName, written = options.consent): ShopPage {
    const { page: before, texts = new Map<string, string>() } = tabs.get(number) ?? {}
    if (before) leave(before)
    let page: ShopPage | undefined
    const consent = consentFor(written, (after) => page && onConsent(page, after))
    const facts = newFacts(accounts[accountName], consent, timeline.elapsed())
    const name = `page ${pages.length + 1} (tab ${number}, ${accountName})`
    tell(`${name} opens, data-consent ${written === undefined ? 'absent' : `"${written}"`}`)
    opening = { name, ...facts }
    const played = openPlayedPage(
      name,
      {
        ...{ timeline, store, network, channels, tabTexts: texts },
        onAccess: (access, what) => onAccess(page ?? opening, access, what),
      },
      pageOptions(facts.account, written, () => page),
    )
    const opened: ShopPage = Object.assign(played, facts)
    page = opened
    opening = undefined
    pages.push(opened)
    tabs.set(number, { page: opened, texts })
    opened.run(() => listen(opened))
    noteHindrances()
    if (consent.state() === 'denied') refuse(opened, false)
    return opened
  }

  /** Leaves a page for another one, or closes its tab. */
  function leave(page: ShopPage) {
    if (!page.lifecycle.isFrozen) page.exit(false)
    end(page, true)
  }

  return {
    options,
    timeline,
    store,
    network,
    channels,
    events,
    pages,
    /** Broken promises. */
    faults,
    blame,
    /** What has happened, line by line, for a reader. */
    diary,
    tell,
    /** Errors that were thrown. */
    mishaps: timeline.mishaps,
    /** When consent was refused last (elapsed ms). */
    refusedAt: () => refusedAt,
    /** When consent was granted last on an open page (elapsed ms). */
    grantedAt: () => grantedAt,
    /** The page of a tab; another page if that tab has none. */
    pageIn: (number: number): ShopPage | undefined =>
      tabs.get(number)?.page ?? [...tabs.values()].find(({ page }) => page)?.page,
    openPages: () => pages.filter(isOpen),
    open,
    leave,
    /** The page crashes, or the system kills it, some time after its last step. */
    kill(page: ShopPage) {
      timeline.advance(300)
      end(page, false)
    },
    hide(page: ShopPage) {
      page.hide()
      network.leave(page.sender, true)
    },
    show(page: ShopPage) {
      page.show()
      network.comeBack(page.sender)
    },
    /** Leaves a page that the browser keeps in its back/forward cache. */
    freeze(page: ShopPage) {
      page.wasFrozen = true
      page.exit(true)
      network.leave(page.sender, true)
    },
    sayTcf,
    /** Whether parts were blocked at any time. */
    lackedParts: () => lackedParts,
    setParts(are: boolean) {
      hasParts = are
      lackedParts ||= !are
    },
    setFault(name: AccountName, fault: Fault | undefined) {
      network.setFault(accounts[name].tracker, fault)
    },
    setOnline(is: boolean) {
      network.setOnline(is)
      noteHindrances()
      for (const page of pages.filter(isOpen)) page.wake(is ? 'online' : 'offline')
    },
    noteHindrances,
    pass(ms: number) {
      timeline.advance(ms)
      noteHindrances()
    },
  }
}
