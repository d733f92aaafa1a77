import { posix } from 'node:path'

/** Files outside `docs` that are pages of the site, by the page that includes them. */
const includedBy: Readonly<Record<string, string>> = {
  'README.md': 'project/first-event',
  'CONTRIBUTING.md': 'project/contributing',
  'CHANGELOG.md': 'project/changelog',
  'SECURITY.md': 'project/security',
  'src/gtm/README.md': 'project/tag-manager-template',
}

/** The path of a page's own text, from the root of the project; that of an included page is elsewhere. */
export function sourceOf(page: string): string {
  const name = page.replace(/\.md$/, '')
  const [source] = Object.entries(includedBy).find(([, by]) => by === name) ?? []
  return source ?? `docs/${name}.md`
}

const isOutside = (link: string) => /^([a-z]+:|\/|#)/i.test(link)

/**
 * The target of a page's link on the site. Links in the texts are relative to their files, as sites that show a repository expect.
 *
 * @param page - The page with the link, from `docs`: `install/html.md`.
 * @throws Error if the target is a file that the site does not have.
 */
export function siteLink(page: string, link: string): string {
  if (isOutside(link)) return link
  const [path = '', anchor] = link.split('#')
  const hash = anchor ? `#${anchor}` : ''
  const target = posix.join(posix.dirname(sourceOf(page)), path)
  const included = includedBy[target]
  // Of the README, the site has one part, with its own heading.
  if (included) return `/${included}${target === 'README.md' ? '' : hash}`
  if (target.startsWith('docs/') && target.endsWith('.md'))
    return `/${target.slice(5, -3).replace(/(^|\/)index$/, '$1')}${hash}`
  if (target.startsWith('docs/maps/')) return `/files/${target.slice(5)}`
  throw new Error(`${page} links to ${target}, which is not a page: name the file instead.`)
}

/** The id of a heading, as the sites that show a repository make it. */
export const headingId = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replace(/\s/g, '-')
