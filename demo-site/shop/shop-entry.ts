import { startCartBadge } from './cart/shop-cart'
import { startInspectButton } from './catalog-client'
import { startSearchBox } from './header/search-form'
import { part } from './page-parts'
import { openCart, openCheckout, openThanks } from './pages/checkout-page'
import { openCategory, openHome, openSearch } from './pages/list-pages'
import { openProduct } from './pages/product-page'

const pages: Readonly<Record<string, (main: HTMLElement) => void | Promise<void>>> = {
  home: openHome,
  category: openCategory,
  search: openSearch,
  product: openProduct,
  cart: openCart,
  checkout: openCheckout,
  thanks: openThanks,
}

startCartBadge(document)
startInspectButton(document)
startSearchBox(document)
void pages[document.body.dataset.page ?? '']?.(part(document, 'main'))
