import { readdirSync, readFileSync } from 'node:fs'

const titles = {
  home: 'Alder &amp; Tide',
  category: 'Alder &amp; Tide',
  search: 'Search · Alder &amp; Tide',
  product: 'Alder &amp; Tide',
  cart: 'Cart · Alder &amp; Tide',
  checkout: 'Checkout · Alder &amp; Tide',
  thanks: 'Thank you · Alder &amp; Tide',
  missing: 'Not found · Alder &amp; Tide',
}

/** Scripts fill these elements, so they need no file. */
const empty = {
  category: '<div class="list-head"></div>\n<div class="list-place"></div>',
  search: '<div class="list-head"></div>\n<div class="list-place"></div>',
  cart: '<h1>Your cart</h1>\n<div class="cart-place"></div>',
  thanks: '<div class="thanks-place"></div>',
}

const here = new URL('.', import.meta.url)
const read = (path) => readFileSync(new URL(path, here), 'utf8')

/** In the order of their names. */
const stylesheets = () =>
  readdirSync(new URL('styles', here))
    .sort()
    .map((name) => `styles/${name}`)

/** The page of one kind: the layout around the content of that kind, with the built snippet in its head. */
const pageOf = ([page, title]) =>
  Object.entries({
    page,
    title,
    main: empty[page] ?? read(`html/${page}.html`),
    snippet: `<script>${read('../../dist/svc-snippet.js').trim()}</script>`,
  }).reduce(
    (html, [slot, text]) => html.replaceAll(`{{${slot}}}`, () => text),
    read('html/layout.html'),
  )

const fileOf = (page) => (page === 'home' ? 'index.html' : `${page}.html`)

/** Writes the shop's pages, its stylesheet and its icon to the folder of the script. */
export const shopFiles = () => ({
  name: 'shop-files',
  generateBundle() {
    const emit = (fileName, source) => this.emitFile({ type: 'asset', fileName, source })
    for (const entry of Object.entries(titles)) emit(fileOf(entry[0]), pageOf(entry))
    emit('shop.css', stylesheets().map(read).join('\n'))
    emit('icon.svg', read('html/icon.svg'))
  },
})
