/** The door of the demo shop: its catalogue and its routes, for a service that shows the shop. `start.ts` starts one. */
export { type Category, categoryTree, leafCategories } from './catalog/category-tree.ts'
export { generateCatalog } from './catalog/generate.ts'
export { kinds } from './catalog/kinds.ts'
export type { FeedProduct } from './catalog/make-feed.ts'
export { demoAssistant, demoBanners, registerShopPages } from './shop-pages.ts'
