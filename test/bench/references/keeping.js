import { gather, watchClicks } from './telling.js'
import { watchWindow } from './windowed.js'

/*
 * The least that keeps what it sends: all that a start cannot do without when no event may be lost, and nothing else. No consent, no
 * visit, no other tabs, no second try before the next page, no routes, no browser without IndexedDB, no word to anybody on a mistake.
 */

const { trackerUrl, siteKey, dwellMs } = document.currentScript.dataset

const known = /(?:^|; )visitor=([^;]+)/.exec(document.cookie)?.[1]
const visitor = known ?? crypto.randomUUID()
// biome-ignore lint/suspicious/noDocumentCookie: Cookie Store is not in every browser, and tells too late.
if (!known) document.cookie = `visitor=${visitor}; path=/; max-age=34560000; samesite=lax`

const opened = new Promise((resolve) => {
  const opening = indexedDB.open('least', 1)
  opening.onupgradeneeded = () =>
    opening.result.createObjectStore('outbox', { keyPath: 'id', autoIncrement: true })
  opening.onsuccess = () => resolve(opening.result)
})

/** Settles with what was asked of the outbox, once that is on the disk. */
async function ask(question) {
  const transaction = (await opened).transaction('outbox', 'readwrite', { durability: 'relaxed' })
  const request = question(transaction.objectStore('outbox'))
  transaction.commit()
  return new Promise((resolve) => {
    transaction.oncomplete = () => resolve(request.result)
  })
}

/** Events without an answer stay, and are sent by the next page. */
async function send(id, url) {
  const reply = await fetch(url, { keepalive: true }).catch(() => undefined)
  if (reply?.ok) await ask((outbox) => outbox.delete(id))
}

async function track(action, data) {
  const query = new URLSearchParams({
    action,
    uid: visitor,
    t: `${Date.now()}|${Math.random()}`,
    key: siteKey,
    data: JSON.stringify({ url: location.href, referrer: document.referrer, ...data }),
  })
  const url = `${trackerUrl}/v2/1p.jpg?${query}`
  await send(await ask((outbox) => outbox.add({ url })), url)
}

async function sendLeft() {
  const left = await ask((outbox) => outbox.getAll())
  for (const { id, url } of left) void send(id, url)
}

void sendLeft()
void track('visitor', {})
watchWindow(
  gather((pids) => track('PRODUCT_IMPRESSIONS', { pids_list: pids })),
  Number(dwellMs),
)
watchClicks((pid) => track('click', { pid }))

window.peer = { track: (id) => track('cart', { pid: id, qty: '1' }) }
