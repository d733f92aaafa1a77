import { categoryTree } from '../catalog/category-tree'

/** The URL of a category's page: `/c/Men/Hats%20%26%20Caps`. */
export function categoryUrl(path: string): string {
  return `/c/${path.split('>').map(encodeURIComponent).join('/')}`
}

/** The category path in a URL, whether or not there is such a category. */
function categoryPathOf(pathname: string): string {
  return pathname
    .replace(/^\/c\//, '')
    .split('/')
    .filter(Boolean)
    .map(decoded)
    .join('>')
}

/** Decodes a part of a URL; invalid escapes stay as they are. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** What the shop's pages show of a category. */
interface ListedCategory {
  readonly name: string
  readonly path: string
  /** The kind of product that the demo sells there; absent where it sells none, and in a feed of the reader's own. */
  readonly kind?: string
  readonly children: readonly ListedCategory[]
}

const ownCategories = () => document.getElementById('own-categories')

/** Whether the shop shows a feed of the reader's own. */
export const hasOwnFeed = (): boolean => ownCategories() !== null

/** The shop's categories: those of the reader's own feed, which its pages contain, or else the demo's. */
export function shopCategories(): readonly ListedCategory[] {
  const own = ownCategories()?.textContent
  return own ? (JSON.parse(own) as readonly ListedCategory[]) : categoryTree()
}

/** The category with a path such as `Men>Shoes`; `undefined` if the shop has none. */
export function findCategory(
  path: string,
  among: readonly ListedCategory[] = shopCategories(),
): ListedCategory | undefined {
  const found = among.find((category) => category.path === path)
  if (found) return found
  const parent = among.find((category) => path.startsWith(`${category.path}>`))
  return parent && findCategory(path, parent.children)
}

/** The page value that identifies a category for Browse and the tracker. */
export const categoryPage = (path: string): string => pageValue('categoryPath', path)

/** The page value for any field, with quotes and backslashes escaped. */
function pageValue(field: string, value: string): string {
  return `${field}:"${value.replace(/["\\]/g, '\\$&')}"`
}

/** A list that Browse identifies by a page value, and the title of its page. */
export interface PageList {
  readonly title: string
  readonly page: string
  /** The category path; empty for lists that are not a category. */
  readonly path: string
}

/** The page value of the list of new products. */
export const newInPage = pageValue('newIn', 'true')

/** The list of a URL: `/new`, `/b/<brand>`, `/c/<category>/<category>`. */
export function pageListOf(pathname: string): PageList {
  if (pathname === '/new') return { title: 'New in', page: newInPage, path: '' }
  if (pathname.startsWith('/b/')) {
    const brand = decoded(pathname.slice('/b/'.length))
    return { title: brand, page: pageValue('brand', brand), path: '' }
  }
  const path = categoryPathOf(pathname)
  return { title: path.split('>').at(-1) ?? '', page: categoryPage(path), path }
}
