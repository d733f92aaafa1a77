import { startCartBadge } from './cart/shop-cart'
import { startInspectButton } from './catalog-client'
import { startSearchBox } from './header/search-form'
import { openCart, openCheckout, openThanks } from './pages/checkout-page'
import { openCategory, openHome, openSearch } from './pages/list-pages'
import { openProduct } from './pages/product-page'

const pages: Readonly<Record<string, (main: HTMLElement) => void>> = {
  home: openHome,
  category: openCategory,
  search: openSearch,
  product: openProduct,
  cart: openCart,
  checkout: openCheckout,
  thanks: openThanks,
}

const main = document.querySelector('main')
const kind = document.body.dataset.page ?? ''

startCartBadge(document)
startInspectButton(document)
startSearchBox(document)
if (main) pages[kind]?.(main)
