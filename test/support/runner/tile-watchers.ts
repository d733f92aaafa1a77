import { readFileSync } from 'node:fs'

/*
 * Three ways to detect which tiles were seen: two that a shop might write itself, and the tag. All use the same rule, half of a tile in the
 * window for `DWELL_MS`, once for each product, and report with the same kind of request.
 */

/** Short, so that scrolling through ten thousand tiles takes a minute rather than an hour. */
export const DWELL_MS = 100

export type Contender = 'nothing' | 'naive' | 'windowed' | 'ours'

const read = (name: string) =>
  readFileSync(new URL(`../references/${name}.js`, import.meta.url), 'utf8').replace(
    /^export /gm,
    '',
  )

/** A reference as a script of the page, which gets its tracker's URL and a name for traces. */
const inline = (name: string, watch: string, tracker: string) => `<script>{
  ${read('telling')} ${read(name)}
  const tell = (pids) => fetch('${tracker}/told?pids=' + encodeURIComponent(JSON.stringify(pids)), { keepalive: true })
  ${watch}(gather(tell), ${DWELL_MS})
  watchClicks((pid) => tell([pid]))
}
//# sourceURL=${name}.js
</script>`

/**
 * The contender's part of the page's head.
 *
 * @param tag - The tag's script element.
 * @param tracker - The URL to which the references report; the page's own server if empty.
 */
export function headOf(contender: Contender, tag: string, tracker = ''): string {
  const heads = {
    nothing: '',
    naive: inline('naive', 'watchNaively', tracker),
    windowed: inline('windowed', 'watchWindow', tracker),
    ours: tag,
  }
  return heads[contender]
}

/** At this speed, a tile is visible for a fifth of a second. */
const PX_PER_FRAME = 60

/**
 * The actions, which run in the page so that only the browser takes part. They are functions that
 * the browser calls, so that a trace can separate their time from a tracker's.
 */
const ACTS = `<script>
  const tile = (pid) => '<li data-svc-product="' + pid + '"><i></i><a href="#' + pid + '">Product ' + pid +
    '</a> <b>€ 19.90</b> <button type="button">wish</button></li>'
  const tilesOf = (first, count) => Array.from({ length: count }, (_, index) => tile('P' + (first + index))).join('')
  const list = () => document.querySelector('ul')
  const after = (ms, act = () => {}) => new Promise((resolve) => setTimeout(() => resolve(act()), ms))
  const inFrame = (act) => new Promise((resolve) => requestAnimationFrame(() => resolve(act())))
  const scrollToEnd = async (pxPerFrame) => {
    const end = Math.floor(document.documentElement.scrollHeight - innerHeight)
    const step = () => {
      scrollBy(0, pxPerFrame)
      return scrollY < end
    }
    while (await inFrame(step));
  }
  // As in a single-page application; the cost of a route change is not measured.
  addEventListener('click', (event) => { if (event.target.closest('a')) event.preventDefault() })
  const acts = {
    async scroll(pxPerFrame = ${PX_PER_FRAME}) {
      await scrollToEnd(pxPerFrame)
      await after(${DWELL_MS * 8})
    },
    async append(batches = 100) {
      for (let batch = 1; batch < batches; batch += 1) {
        await inFrame(() => list().insertAdjacentHTML('beforeend', tilesOf(batch * 100, 100)))
        for (let frame = 0; frame < 8; frame += 1) await inFrame(() => scrollBy(0, frame % 2 ? -20 : 20))
      }
    },
    async render(rounds = 50) {
      for (let round = 0; round < rounds; round += 1)
        await after(250, () => { list().innerHTML = tilesOf(0, 1000) })
      await after(250)
    },
  }
  //# sourceURL=acts.js
</script>`

/** Actions on the page. */
export type Act = 'scroll' | 'append' | 'render'

/**
 * Runs an action, and resolves when it is done. For `page.evaluate`.
 *
 * @param amount - The pixels per frame of a scroll, the final number of tiles in hundreds, or the
 * number of renderings; 60, 100 and 50 if absent.
 */
export const actOf = (act: Act, amount?: number) => `acts.${act}(${amount ?? ''})`

/** A grid of tiles with a picture, a link, a price and a button, as in a shop. */
export function pageOf(head: string, tiles: number): string {
  return `<!doctype html><html><head>${head}${ACTS}<style>
    body { margin: 0 }
    ul { display: grid; grid-template-columns: repeat(4, 1fr); margin: 0; padding: 0; list-style: none }
    li { height: 100px; overflow: hidden }
    li i { display: block; height: 40px; background: #ddd }
  </style></head><body><ul data-svc-query="shoes">${tilesOf(tiles)}</ul></body></html>`
}

const tilesOf = (count: number) =>
  Array.from(
    { length: count },
    (_, index) =>
      `<li data-svc-product="P${index}"><i></i><a href="#P${index}">Product P${index}</a> <b>€ 19.90</b> <button type="button">wish</button></li>`,
  ).join('')
