/** The links of a page. */
export interface PageLinks {
  /** Those that may be followed: none that its markup says has an effect. */
  readonly links: readonly string[]
  /** Addresses that no browser can read, as they are written. */
  readonly badLinks: readonly string[]
}

/** Runs in the page. It must not name anything outside itself. */
export function readLinks(): PageLinks {
  const cartSelectors = [...document.scripts].flatMap(({ dataset: { map } }) => {
    try {
      const { cart = [] } = JSON.parse(map ?? '{}') as { cart?: unknown }
      return [cart].flat().map((rule) => String(Object(rule).in))
    } catch {
      // The tag itself says that it cannot read the map.
      return []
    }
  })
  const isInside = (link: Element, selector: string) => {
    try {
      return link.closest(selector) !== null
    } catch {
      return false
    }
  }
  const NOT_FOLLOWED = [
    '[rel~=nofollow i]',
    '[download]',
    '[data-svc-cart],[data-svc-cart] *',
    '[data-method],[data-turbo-method],[hx-post],[hx-put],[hx-patch],[hx-delete]',
    '[class*=add_to_cart i],[class*=add-to-cart i],[class*=addtocart i]',
    ...cartSelectors,
  ]
  const web = [...document.links].filter(({ href }) => /^https?:/i.test(href))
  return {
    links: web
      .filter(({ href }) => URL.canParse(href))
      .filter((link) => !NOT_FOLLOWED.some((selector) => isInside(link, selector)))
      .map(({ href }) => href),
    badLinks: [
      ...new Set(
        web
          .filter(({ href }) => !URL.canParse(href))
          .map((link) => link.getAttribute('href') ?? ''),
      ),
    ],
  }
}
