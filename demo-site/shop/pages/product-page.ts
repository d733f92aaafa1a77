import { html, render } from 'lit-html'
import { type Choice, firstChoice, pictureOf, variantOf } from '../buying/choice'
import { confirmAdded, productView } from '../buying/product-view'
import { addToCart, type CartLine } from '../cart/shop-cart'
import { findProduct } from '../catalog-client'
import { categoryPage, decoded, findCategory } from '../category-address'
import { breadcrumb, pageTitle, part, showProductRow } from '../page-parts'
import type { Product } from '../shop-product'

/** The product page: the product, its options and matching products. */
export async function openProduct(main: HTMLElement): Promise<void> {
  const place = part(main, '.product-place')
  const product = await findProduct(decoded(location.pathname.slice('/p/'.length))).catch(
    () => 'failed' as const,
  )
  place.replaceChildren()
  if (product === 'failed') return void render(failure, place)
  if (!product) return void render(missing, place)
  show(product, main, place)
  const path = companionPath(product)
  if (!path) return
  const row = {
    title: 'Goes well with this',
    page: categoryPage(path),
    sort: 'rating desc',
  } as const
  await showProductRow(part(main, '.companions'), row)
}

function show(product: Product, main: HTMLElement, place: HTMLElement) {
  document.title = pageTitle(product.title)
  const crumbs = part(main, '.crumbs-place')
  crumbs.replaceChildren()
  render(breadcrumb(product.categories[0] ?? '', true), crumbs)

  let choice = firstChoice(product, new URLSearchParams(location.search).get('colour'))
  const draw = () => render(productView(product, choice, { onChoice, addToCart: add }), place)
  function onChoice(change: Partial<Choice>) {
    choice = stillOffered(product, { ...choice, ...change })
    draw()
  }
  function add() {
    const line = lineOf(product, choice)
    addToCart(line)
    confirmAdded(line, part(document, '.added-place'))
  }
  draw()
}

/** Deselects the size if the new colour is not available in it. */
function stillOffered(product: Product, choice: Choice): Choice {
  return variantOf(product, choice)?.isAvailable === false ? { ...choice, size: undefined } : choice
}

function lineOf(product: Product, choice: Choice): CartLine {
  const variant = variantOf(product, choice)
  return {
    pid: product.id,
    variantId: variant?.id,
    title: product.title,
    choice: [variant?.colour, variant?.size].filter(Boolean).join(', '),
    price: variant?.price ?? product.price,
    qty: choice.qty,
    imageUrl: pictureOf(product, choice),
    url: product.url,
  }
}

/** The next category of the same department that this product is not in, because the product already has its own list. */
function companionPath({ categories }: Product): string | undefined {
  const [department = ''] = categories[0]?.split('>') ?? []
  const leaves = findCategory(department)?.children.flatMap(({ children }) => children) ?? []
  const own = leaves.findIndex(({ path }) => path === categories[0])
  const others = [...leaves.slice(own + 1), ...leaves.slice(0, Math.max(0, own))]
  return others.find(({ path, kind }) => kind && !categories.includes(path))?.path
}

const missing = html`
  <div class="note">
    <h1>We no longer have this product</h1>
    <p>It has been removed, or the address is not quite right.</p>
    <a class="button" href="/">See what is new</a>
  </div>
`

const failure = html`
  <div class="note" role="alert">
    <h1>The product could not be loaded</h1>
    <p>Something went wrong on the way.</p>
    <a class="button" href="">Try again</a>
  </div>
`
