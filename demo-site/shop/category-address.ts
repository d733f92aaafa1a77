import { type Category, categoryTree } from '../catalog/category-tree'

/** The address of a category's page: `/c/Men/Hats%20%26%20Caps`. */
export function categoryUrl(path: string): string {
  return `/c/${path.split('>').map(encodeURIComponent).join('/')}`
}

/** The category path that an address names, whether or not there is such a category. */
export function categoryPathOf(pathname: string): string {
  return pathname
    .replace(/^\/c\//, '')
    .split('/')
    .filter(Boolean)
    .map(decoded)
    .join('>')
}

/** A part of an address as text; as it stands when somebody mistyped an escape. */
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
