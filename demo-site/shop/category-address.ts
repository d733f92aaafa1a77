import { type Category, categoryTree } from '../catalog/category-tree'

/** The address of a category's page: `/c/Men/Hats%20%26%20Caps`. */
export function categoryUrl(path: string): string {
  return `/c/${path.split('>').map(encodeURIComponent).join('/')}`
}

/** The category path that an address names, whether or not there is such a category. */
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

/** The category of a path such as `Men>Shoes`; `undefined` when the shop has none. */
export function findCategory(
  path: string,
  among: readonly Category[] = categoryTree(),
): Category | undefined {
  const found = among.find((category) => category.path === path)
  if (found) return found
  const parent = among.find((category) => path.startsWith(`${category.path}>`))
  return parent && findCategory(path, parent.children)
}

/** The page value that Browse and the tracker know a category by. */
export const categoryPage = (path: string): string => pageValue('categoryPath', path)

/** The page value of any field, quotes and backslashes in it escaped. */
export function pageValue(field: string, value: string): string {
  return `${field}:"${value.replace(/["\\]/g, '\\$&')}"`
}

/** A list that Browse knows by a page value, and what its page is called. */
export interface PageList {
  readonly title: string
  readonly page: string
  /** The category path; empty for lists that are no category. */
  readonly path: string
}

/** The page value of everything new. */
export const newInPage = pageValue('newIn', 'true')

/** The list behind an address: `/new`, `/b/<brand>`, `/c/<category>/<category>`. */
export function pageListOf(pathname: string): PageList {
  if (pathname === '/new') return { title: 'New in', page: newInPage, path: '' }
  if (pathname.startsWith('/b/')) {
    const brand = decoded(pathname.slice('/b/'.length))
    return { title: brand, page: pageValue('brand', brand), path: '' }
  }
  const path = categoryPathOf(pathname)
  return { title: path.split('>').at(-1) ?? '', page: categoryPage(path), path }
}
