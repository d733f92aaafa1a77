import type { PixelProgram } from './index.ts'

/*
 * Programs that run in the browser. Each function is passed to a page or a sandbox as text, so it
 * must not refer to anything outside itself.
 */

/** Settings for the part of the replica that runs in the page, with the text of {@link sandboxProgram}. */
export type ReplicaOptions = Required<PixelProgram> & { readonly sandbox: string }

/** Runs in the sandbox before the pixel, and provides Shopify's globals, which use messages to the page. */
export function sandboxProgram(
  kind: string,
  init: object,
  settings: object,
  scope: Record<string, unknown>,
) {
  const waiting = new Map<
    number,
    { resolve: (value: unknown) => void; reject: (e: Error) => void }
  >()
  const callbacks = new Map<string, ((event: unknown) => void)[]>()
  let lastId = 0
  const isWorker = kind === 'app'
  const post = (message: object) =>
    isWorker
      ? (scope.postMessage as (message: object) => void)(message)
      : (scope.parent as Window).postMessage(message, '*')
  const ask =
    (method: string) =>
    (...args: unknown[]) =>
      new Promise((resolve, reject) => {
        lastId += 1
        waiting.set(lastId, { resolve, reject })
        post({ replica: 'ask', id: lastId, method, args })
      })
  const methods = (area: string, names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, ask(`${area}.${name}`)]))
  const storage = ['getItem', 'setItem', 'removeItem', 'clear', 'key', 'length']
  const subscribe = (name: string, callback: (event: unknown) => void) => {
    callbacks.set(name, [...(callbacks.get(name) ?? []), callback])
    post({ replica: 'subscribe', name })
    return Promise.resolve(() => true)
  }
  const api = {
    analytics: { subscribe },
    browser: {
      cookie: methods('cookie', ['get', 'set']),
      localStorage: methods('localStorage', storage),
      sessionStorage: methods('sessionStorage', storage),
      sendBeacon: ask('sendBeacon'),
    },
    init,
    customerPrivacy: { subscribe },
    settings,
  }
  const onAnswer = ({ id, isDone, value }: { id: number; isDone: boolean; value: unknown }) => {
    const asker = waiting.get(id)
    waiting.delete(id)
    if (isDone) asker?.resolve(value)
    else asker?.reject(new Error(String(value)))
  }
  const onEvent = (event: { name: string }) => {
    for (const callback of callbacks.get(event.name) ?? []) callback(event)
  }
  ;(scope.addEventListener as Window['addEventListener'])('message', ({ data }: MessageEvent) => {
    if (data?.replica === 'answer') onAnswer(data)
    if (data?.replica === 'event') onEvent(data.event)
  })
  if (isWorker) {
    // The function that `register` of @shopify/web-pixels-extension calls.
    scope.shopify = {
      extend: (_point: string, extend: (given: object) => void) => extend(api),
    }
    // A strict sandbox has no storage of its own.
    for (const name of ['indexedDB', 'caches', 'BroadcastChannel'])
      Object.defineProperty(scope, name, { value: undefined })
    return
  }
  Object.assign(scope, { ...api, api })
}

/** Runs in the page instead of Shopify's pixel manager. */
export function pageProgram({ kind, code, sandbox, settings, delayMs }: ReplicaOptions) {
  // Init scripts also run in frames.
  if (window !== window.top) return
  const events: { readonly name: string }[] = []
  const subscribed = new Set<string>()
  let send: (message: object) => void = () => {}
  let count = 0
  let isOpen = false

  const isAllowed = () => document.cookie.split('; ').includes('_replica_consent=yes')
  const privacy = () => ({
    analyticsProcessingAllowed: isAllowed(),
    marketingAllowed: isAllowed(),
    preferencesProcessingAllowed: isAllowed(),
    saleOfDataAllowed: isAllowed(),
  })
  const place = () => {
    const { hash, host, hostname, href, origin, pathname, port, protocol, search } = location
    return { hash, host, hostname, href, origin, pathname, port, protocol, search }
  }
  const context = () => ({
    document: {
      location: place(),
      referrer: document.referrer,
      title: document.title,
      characterSet: document.characterSet,
    },
    navigator: {
      userAgent: navigator.userAgent,
      language: navigator.language,
      languages: [...navigator.languages],
      cookieEnabled: navigator.cookieEnabled,
    },
    window: { location: place(), origin: location.origin, innerWidth, innerHeight },
  })
  const storages = { localStorage: () => localStorage, sessionStorage: () => sessionStorage }

  function cookie(method: string, [name = '', value]: readonly string[]) {
    if (method === 'set') {
      // biome-ignore lint/suspicious/noDocumentCookie: the replica's own cookies, as Shopify writes them.
      document.cookie = value === undefined ? name : `${name}=${value}`
      return document.cookie
    }
    if (!name) return document.cookie
    const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`))
    return found?.slice(name.length + 1) ?? ''
  }
  function answer(method: string, args: readonly string[]): unknown {
    const [area = '', name = ''] = method.split('.')
    if (area === 'cookie') return cookie(name, args)
    if (area === 'sendBeacon') return navigator.sendBeacon(args[0] ?? '', args[1])
    const storage = storages[area as 'localStorage']()
    if (name === 'length') return storage.length
    return (storage[name as 'key'] as (...given: unknown[]) => unknown).apply(storage, [...args])
  }
  function onSubscribe(name: string) {
    subscribed.add(name)
    // Events from before the subscription are published to it as well.
    for (const event of events) if (event.name === name) send({ replica: 'event', event })
  }
  function onAsk(id: number, method: string, args: readonly string[]) {
    try {
      send({ replica: 'answer', id, isDone: true, value: answer(method, args) })
    } catch (error) {
      send({ replica: 'answer', id, isDone: false, value: String(error) })
    }
  }
  function onMessage(
    data: { replica?: string } & Record<'id' | 'method' | 'args' | 'name', never>,
  ) {
    if (data?.replica === 'subscribe') onSubscribe(data.name)
    if (data?.replica === 'ask') onAsk(data.id, data.method, data.args)
  }
  function publish(name: string, data: object = {}) {
    count += 1
    const event = {
      id: `event-${Date.now()}-${count}`,
      clientId: 'client-1',
      name,
      type: 'standard',
      seq: count,
      timestamp: new Date().toISOString(),
      context: context(),
      data,
    }
    events.push(event)
    if (subscribed.has(name)) send({ replica: 'event', event })
  }
  function answerConsent(isGiven: boolean) {
    // biome-ignore lint/suspicious/noDocumentCookie: this cookie represents Shopify's own.
    document.cookie = `_replica_consent=${isGiven ? 'yes' : 'no'}; path=/; max-age=9999`
    document.dispatchEvent(new CustomEvent('visitorConsentCollected', { detail: privacy() }))
    const event = { name: 'visitorConsentCollected', customerPrivacy: privacy() }
    // The sandbox may be loaded but not subscribed yet.
    if (isOpen) events.push(event)
    if (subscribed.has(event.name)) send({ replica: 'event', event })
  }
  function open() {
    isOpen = true
    const init = JSON.stringify({
      context: context(),
      customerPrivacy: privacy(),
      data: { cart: null, customer: null, purchasingCompany: null, shop: {} },
    })
    const program = `(${sandbox})(${JSON.stringify(kind)}, ${init}, ${JSON.stringify(settings)}, self);\n${code}`
    if (kind === 'app') {
      const worker = new Worker(URL.createObjectURL(new Blob([program])))
      send = (message) => worker.postMessage(message)
      worker.onmessage = ({ data }) => onMessage(data)
      return
    }
    const frame = document.createElement('iframe')
    frame.setAttribute('sandbox', 'allow-scripts')
    frame.hidden = true
    frame.srcdoc = `<script>${program.replaceAll('</script', '<\\/script')}</script>`
    send = (message) => frame.contentWindow?.postMessage(message, '*')
    addEventListener('message', ({ source, data }) => {
      if (source === frame.contentWindow) onMessage(data)
    })
    document.body.append(frame)
  }

  const customerPrivacy = { analyticsProcessingAllowed: isAllowed }
  Object.assign(window, {
    Shopify: { customerPrivacy },
    shopifyReplica: { publish, answerConsent },
  })
  document.addEventListener('DOMContentLoaded', () => {
    publish('page_viewed')
    setTimeout(open, delayMs)
  })
}
