import type { PageBanners } from '../service/browse/banners.ts'

/** Content that the demo shop's pages show above their products: hosted banners, and one of HTML. */
export const demoBanners: readonly PageBanners[] = [
  {
    field: 'categoryPath',
    value: 'Men>Shoes',
    banners: [{ imageUrl: '/pictures/sneaker-navy-0.svg', landingUrl: '/c/Men/Shoes/Sneakers' }],
  },
  {
    field: 'categoryPath',
    value: 'Women',
    banners: [{ bannerHtml: '<p><strong>New every Thursday.</strong> See what came in.</p>' }],
  },
]
