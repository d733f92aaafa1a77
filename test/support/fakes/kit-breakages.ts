/** A way to break the first test of `docs/test-kit.md`. */
export interface KitBreakage {
  readonly name: string
  readonly from: string
  readonly to: string
  /** Matches the failure that names the cause. */
  readonly says: RegExp
}

const OPTIONS = '{ inject: true }'

const CART = 'data-svc-cart>'

const options = (name: string, to: string, says: RegExp): KitBreakage => ({
  name,
  from: OPTIONS,
  to,
  says,
})

/** Each changes the page or the options; the expectations stay as the documentation has them. */
export const kitBreakages: readonly KitBreakage[] = [
  {
    name: 'the cart attribute removed',
    from: CART,
    to: '>',
    says: /No element of the page carries data-svc-cart/,
  },
  {
    name: 'a tile without id',
    from: 'data-svc-product="sku-7"',
    to: 'data-svc-product=""',
    says: /tile-without-id: A tile names no product/,
  },
  {
    name: 'a list without its attribute',
    from: 'data-svc-query="boots"',
    to: '',
    says: /not in a list; mark it data-svc-query or data-svc-page/,
  },
  {
    name: 'a misspelt attribute',
    from: 'data-svc-product=',
    to: 'data-svc-prodcut=',
    says: /unknown-attribute: There is no attribute data-svc-prodcut/,
  },
  {
    name: 'a quantity that is no number',
    from: `<button ${CART}`,
    to: `<input data-svc-qty value="one"><button ${CART}`,
    says: /quantity-unreadable/,
  },
  {
    name: 'a price with a comma',
    from: '</ul>',
    to: '</ul><p data-svc-order="A-1"><b data-svc-line="sku-7" data-svc-qty="1" data-svc-price="19,90">Runner</b></p>',
    says: /price-unreadable: The price .*19,90.* cannot be read/,
  },
  options('no tag on the page', '{ inject: false }', /has no script element of the tag/),
  options('consent denied', "{ inject: true, consent: 'denied' }", /Consent is denied/),
  options(
    'consent never given',
    "{ inject: true, settings: { consent: 'hold' } }",
    /held \(.*consent/,
  ),
  options(
    'a wrong tracker address',
    "{ inject: true, trackerUrl: 'https://tracker.example', settings: { trackerUrl: 'https://traker.example' } }",
    /Events go to https:\/\/traker.example, not to https:\/\/tracker.example/,
  ),
  options(
    'a wrong site key',
    "{ inject: true, siteKey: 'SITE', settings: { siteKey: 'TEST' } }",
    /Events carry the site key TEST, not SITE/,
  ),
]
