import { readFileSync } from 'node:fs'

/*
 * Three ways to tell which tiles were seen: two as one would write them for a shop of one's own, and the tag. All keep one
 * rule: half of a tile in the window, for `DWELL_MS`, once for each product; all tell by the same kind of request.
 */

/** Short, so that scrolling through ten thousand tiles takes a minute and not an hour. */
export const DWELL_MS = 100

export type Contender = 'nothing' | 'naive' | 'windowed' | 'ours'

const read = (name: string) =>
  readFileSync(new URL(`references/${name}.js`, import.meta.url), 'utf8').replace(/^export /gm, '')

/** A reference as a script of the page, told where to tell, with a name for traces. */
const inline = (name: string, watch: string, tracker: string) => `<script>{
  ${read('telling')} ${read(name)}
  const tell = (pids) => fetch('${tracker}/told?pids=' + encodeURIComponent(JSON.stringify(pids)), { keepalive: true })
  ${watch}(gather(tell), ${DWELL_MS})
  watchClicks((pid) => tell([pid]))
}
//# sourceURL=${name}.js
</script>`

/**
 * The part of the page's head that belongs to a contender.
 *
 * @param tag - The tag's script element.
 * @param tracker - Where the references tell; the page's own server when empty.
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

/** A tile is in sight for a fifth of a second at this speed. */
const PX_PER_FRAME = 60

/**
 * The actions on the page, done by the page, so that nothing but the browser takes part in them; in functions that the browser calls, whose
 * time a trace tells from a tracker's.
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
  // As in an application of one page; a route is not what is measured.
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
 * Does it, and settles when it is done. Goes to `page.evaluate`.
 *
 * @param amount - The pixels of each frame of a scroll, how many hundreds of tiles there are in the end, how often they are rendered;
 *   60, 100 and 50 when absent.
 */
export const actOf = (act: Act, amount?: number) => `acts.${act}(${amount ?? ''})`

/** A grid of tiles with a picture, a link, a price and a button, as shops have. */
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
