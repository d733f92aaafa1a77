import type { Catalog } from '../catalog/catalog.ts'
import type { Filter } from './match-filter.ts'

/** Content to show above the products of a page. */
export interface Banner {
  readonly imageUrl: string | null
  readonly landingUrl: string | null
  readonly bannerHtml: string | null
}

/** The banners of the page with this value of this field, in any spelling a request may use. */
export interface PageBanners {
  readonly field: string
  readonly value: string
  readonly banners: readonly BannerText[]
}

/** A hosted banner is an image with a link; a custom one is HTML. */
type BannerText =
  | { readonly imageUrl: string; readonly landingUrl: string }
  | { readonly bannerHtml: string }

/** The banners of a page; searches have none. */
export function bannersFor(
  catalog: Catalog,
  all: readonly PageBanners[],
  page: Filter | undefined,
): readonly Banner[] {
  if (!page) return []
  const { codes } = page.column
  const isHere = ({ field, value }: PageBanners) => {
    const column = catalog.column(field)
    // A page may be given by name or by id: two fields with the same codes.
    if (column?.codes !== codes) return false
    const code = column.codeOf(value)
    return code !== undefined && page.accepted[code] === 1
  }
  return all.filter(isHere).flatMap(({ banners }) => banners.map(wholeBanner))
}

const wholeBanner = (text: BannerText): Banner => ({
  imageUrl: null,
  landingUrl: null,
  bannerHtml: null,
  ...text,
})
