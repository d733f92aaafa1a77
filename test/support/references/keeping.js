import { gather, watchClicks } from './telling.js'
import { watchWindow } from './windowed.js'

/*
 * The smallest tracker that stores its events: everything that a start needs if no event may be
 * lost, and nothing else. No consent, no visit, no other tabs, no retry before the next page, no
 * routes, no browsers without IndexedDB, no messages about mistakes.
 */

const { trackerUrl, siteKey, dwellMs } = document.currentScript.dataset

const known = /(?:^|; )visitor=([^;]+)/.exec(document.cookie)?.[1]
const visitor = known ?? crypto.randomUUID()
// biome-ignore lint/suspicious/noDocumentCookie: Cookie Store is not in every browser, and responds too late.
if (!known) document.cookie = `visitor=${visitor}; path=/; max-age=34560000; samesite=lax`

const opened = new Promise((resolve) => {
  const opening = indexedDB.open('least', 1)
  opening.onupgradeneeded = () =>
    opening.result.createObjectStore('outbox', { keyPath: 'id', autoIncrement: true })
  opening.onsuccess = () => resolve(opening.result)
})

/** Resolves with the result of a request to the store, once it is on the disk. */
async function ask(question) {
  const transaction = (await opened).transaction('outbox', 'readwrite', { durability: 'relaxed' })
  const request = question(transaction.objectStore('outbox'))
  transaction.commit()
  return new Promise((resolve) => {
    transaction.oncomplete = () => resolve(request.result)
  })
}

/** Events without a response stay, and the next page sends them. */
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
