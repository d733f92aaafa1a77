import type { ProductId } from '../brand'
import { type Ignore, quantityText, type Report } from '../events'
import { isForm } from '../platform/tree'
import { carrier, type Watch } from './attributes'
import type { Lists } from './list'
import { type NearDeps, readNear, variantOf } from './near'

const action = 'cart'

export interface CartDeps extends NearDeps {
  readonly lists: Lists
  readonly report: Report
  readonly ignore: Ignore
}

/** Reports what is put into the cart: the press of a marked control, or the submit of a marked form. */
export function createCart(deps: CartDeps): Watch {
  const { markup, lists, report, ignore } = deps

  function tell(element: Element, pid: string | undefined, path: readonly Element[]) {
    const around = path.slice(path.indexOf(element))
    const qty = quantityText(readNear(deps, 'qty', around, 'product') ?? '1')
    // On a product page the only list is beside the product, which came from another: that one is remembered.
    const list = carrier(markup, path, 'product', 'query', 'page') && lists.of(path)
    const requestId = list?.context.requestId
    if (!pid) return ignore('data-svc-cart names no product', { element, action })
    if (!qty) return ignore('data-svc-qty is no whole number above 0', { element, action })
    const data = {
      pid: pid as ProductId,
      qty,
      ...variantOf(deps, around),
      ...(requestId && { requestId }),
    }
    report({ action, data }, { element })
  }

  return (type, path) => {
    const marked = path.filter((part) => markup.read(part, 'cart') !== undefined)
    // A marked control in a marked form: the form's submit follows its press, and is the one add.
    const element = marked.find(isForm) ?? marked[0]
    if (!element || type !== (isForm(element) ? 'submit' : 'click')) return
    const named = marked.map((part) => markup.read(part, 'cart')).find(Boolean)
    const tile = carrier(markup, path, 'product')
    tell(element, named ?? (tile && markup.read(tile, 'product')), path)
  }
}
