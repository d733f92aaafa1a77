import { categoryPage, categoryPathOf, decoded, pageValue } from './category-address'

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
