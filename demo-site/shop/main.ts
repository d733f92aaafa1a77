import { startCartBadge } from './header/cart-badge'
import { startInspectButton } from './header/inspect-button'
import { startSearchBox } from './header/search-box'
import { openCart } from './pages/cart'
import { openCategory } from './pages/category'
import { openCheckout } from './pages/checkout'
import { openHome } from './pages/home'
import { openProduct } from './pages/product'
import { openSearch } from './pages/search'
import { openThanks } from './pages/thanks'

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
