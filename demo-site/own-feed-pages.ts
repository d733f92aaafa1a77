import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Catalog } from 'svc-tag-service'

/** More would not fit into the menu. */
const MENU = 6
const ROWS = 3
/** Deeper categories are found by the facets. */
const LEVELS = 3

type Category = Catalog['categories']['top'][number]

interface ListedCategory {
  readonly name: string
  /** Names from the top down: `Men>Shoes`. */
  readonly path: string
  readonly children: readonly ListedCategory[]
}

const listed = (
  categories: readonly Category[],
  above: readonly string[] = [],
): readonly ListedCategory[] =>
  categories.map(({ name, children }) => {
    const names = [...above, name]
    const below = names.length < LEVELS ? listed(children, names) : []
    return { name, path: names.join('>'), children: below }
  })

const ENTITIES: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' },
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (one) => ENTITIES[one] ?? one)

const menuOf = (top: readonly ListedCategory[]) =>
  [
    ['/search?q=*', 'All products'],
    ...top.slice(0, MENU).map(({ name }) => [`/c/${encodeURIComponent(name)}`, name]),
  ]
    .map(([url = '', name = '']) => `<li><a href="${url}">${escaped(name)}</a></li>`)
    .join('\n      ')

const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`

const homeOf = (size: number, top: readonly ListedCategory[]) => `<div class="list-head">
  <p class="eyebrow">Your feed</p>
  <h1>${counted(size, 'product', 'products')}${top.length ? ` in ${counted(top.length, 'department', 'departments')}` : ''}</h1>
  <p><a href="/search?q=*">See all of them</a></p>
</div>
${top
  .slice(0, ROWS)
  .map(({ path }) => `<section class="product-row" data-path="${escaped(path)}"></section>`)
  .join('\n')}
`

/**
 * Writes the shop's pages for a feed of the reader's own: its categories in the menu, and its products on the home page in place of what
 * the demo shop advertises.
 *
 * @param built - The folder of the shop's built pages.
 * @param folder - Where the pages are written; what was there is deleted.
 */
export function writeOwnFeedPages(built: string, folder: string, catalog: Catalog): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const top = listed(catalog.categories.top)
  const tree = JSON.stringify(top).replaceAll('<', '\\u003c')
  for (const name of readdirSync(built).filter((file) => file.endsWith('.html'))) {
    const page = readFileSync(join(built, name), 'utf8')
      .replace(
        /(<nav class="menu"[^>]*>\s*<ul>\s*)[\s\S]*?(\s*<\/ul>)/,
        (_all, begin, end) => begin + menuOf(top) + end,
      )
      .replace(/<section class="hero">[\s\S]*?(?=<\/main>)/, () => homeOf(catalog.size, top))
      .replace(/ examples="[^"]*"/, '')
      .replace(
        '</body>',
        () => `<script type="application/json" id="own-categories">${tree}</script>\n</body>`,
      )
    writeFileSync(join(folder, name), page)
  }
}
