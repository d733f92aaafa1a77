import { expect, test } from 'vitest'
import { headingId, siteLink, sourceOf } from '../../../docs/.vitepress/links.ts'
import { webAddress } from '../../../docs/.vitepress/repository.ts'
import { listedPages, sidebar, titleOf } from '../../../docs/.vitepress/sidebar.ts'
import { pages } from '../../support/fixtures/docs.ts'

test('the sidebar lists every page exactly once', () => {
  const written = pages
    .filter((page) => page.startsWith('docs/'))
    .map((page) => page.slice(5).replace(/\.md$/, ''))
  const listed = listedPages.filter((page) => page !== 'api' && !page.startsWith('project/'))
  expect([...listed].sort()).toEqual(written.sort())
})

test('every page has a title of its own in the sidebar', () => {
  const titles = sidebar.flatMap(({ items }) => items.map(({ text }) => text))
  expect(new Set(titles).size).toBe(titles.length)
  expect(titleOf('markup')).toBe('Markup')
  expect(titles.filter((title) => title.includes('/'))).toEqual([])
})

test('links between pages lead to pages of the site', () => {
  expect(siteLink('install/html.md', '../markup.md#cart')).toBe('/markup#cart')
  expect(siteLink('faq.md', 'install/index.md')).toBe('/install/')
  expect(siteLink('index.md', '../SECURITY.md')).toBe('/project/security')
  expect(siteLink('project/security.md', 'docs/consent.md')).toBe('/consent')
  expect(siteLink('maps.md', 'maps/shopify.json')).toBe('/files/maps/shopify.json')
})

test('links to other files lead to the repository, or nowhere without one', () => {
  const link = '../test/support/budgets.ts'
  expect(siteLink('evidence.md', link, 'https://git.example/a/b')).toBe(
    'https://git.example/a/b/blob/main/test/support/budgets.ts',
  )
  expect(siteLink('evidence.md', link)).toBeUndefined()
})

test('links out of the project and to headings stay as they are', () => {
  for (const link of ['https://svc.example/', 'mailto:a@svc.example', '#cart'])
    expect(siteLink('markup.md', link)).toBe(link)
})

test('an included page is edited where its text is', () => {
  expect(sourceOf('project/contributing.md')).toBe('CONTRIBUTING.md')
  expect(sourceOf('install/html.md')).toBe('docs/install/html.md')
})

test('heading ids are those of the sites that show repositories', () => {
  expect(headingId('`svc.browse`, and more')).toBe('svcbrowse-and-more')
})

test('the web address of a remote has no user, and a folder has none', () => {
  for (const remote of [
    'git@git.example:owner/name.git\n',
    'https://git.example/owner/name.git',
    'https://user:secret@git.example/owner/name',
    'ssh://git@git.example/owner/name.git',
  ])
    expect(webAddress(remote)).toBe('https://git.example/owner/name')
  for (const remote of ['/srv/name.git', '../name', '']) expect(webAddress(remote)).toBeUndefined()
})
