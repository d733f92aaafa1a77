import type { ProductId } from '../wire/tracker-event'
import type { IdRule } from './pixel-settings'
import type { SandboxVariant } from './sandbox-api'

/** A product as the tracker names it. */
export interface ProductIds {
  readonly pid: ProductId
  readonly variantId?: string
}

/** The title that Shopify gives the only variant of a product without variants. */
const ONLY_VARIANT = 'Default Title'

/** The id; empty if a feed or an app has written a placeholder for a missing value. */
const named = (id: string): string => (/^(undefined|null|NaN)$/.test(id) ? '' : id)

/** An id without the prefix of [global ids](https://shopify.dev/docs/api/usage/gids): `gid://shopify/Product/1` is `1`. */
export const plainId = (id: unknown): string =>
  named(
    String(id ?? '')
      .replace(/^gid:\/\/.*\//, '')
      .replace(/\?.*/, '')
      .trim(),
  )

/** The id of a variant; empty if it is its product's only variant. */
function variantOf({ id, title, untranslatedTitle }: SandboxVariant): string {
  return (untranslatedTitle ?? title ?? ONLY_VARIANT) === ONLY_VARIANT ? '' : plainId(id)
}

/** The ids of a variant by the shop's rule; `undefined` if it lacks the required id, as lines for tips and gifts do. */
export function productIds(
  variant: SandboxVariant | null | undefined,
  rule: IdRule,
): ProductIds | undefined {
  if (!variant) return undefined
  const parent = plainId(variant.product?.id)
  const child = variantOf(variant)
  const pid = {
    product: parent,
    parent_child: parent,
    variant: plainId(variant.id),
    sku: named(String(variant.sku ?? '').trim()),
  }[rule] as ProductId
  if (!pid) return undefined
  const variantId = { product: child, parent_child: `${parent}_${child}`, variant: '', sku: '' }[
    rule
  ]
  return { pid, ...(child && variantId && { variantId }) }
}
