import { startCartBadge } from './cart/shop-cart'
import { startSearchBox } from './header/search-form'
import { openCart } from './pages/cart-page'
import { openCategory, openSearch } from './pages/category-page'
import { openCheckout, openThanks } from './pages/checkout-page'
import { openHome } from './pages/home-page'
import { openProduct } from './pages/product-page'
import { startInspectButton } from './window-svc'

/** The start of each kind of page; `<body data-page>` names the kind. */
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
