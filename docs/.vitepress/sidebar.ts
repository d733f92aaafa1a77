import { readFileSync } from 'node:fs'
import { apiPages } from './api-pages.ts'
import { sourceOf } from './links.ts'

const docs = new URL('../', import.meta.url)

/** Every page of the documentation, by task. A test fails if a page is missing here. */
const chapters: Readonly<Record<string, readonly string[]>> = {
  Start: ['index', 'project/first-event', 'faq'],
  Install: [
    'install/index',
    'install/html',
    'install/nextjs',
    'install/react',
    'install/vue',
    'install/woocommerce',
    'install/magento',
    'install/hyva',
    'install/prestashop',
    'install/evershop',
    'install/shopify',
    'tag-manager',
    'project/tag-manager-template',
  ],
  'Mark up': ['markup', 'product-page', 'recipes', 'single-page-apps', 'maps', 'datalayer'],
  Consent: ['consent', 'consent-banners', 'privacy'],
  Call: ['calls', 'backend-events', 'clients', 'shopping-agent', 'agent-tools'],
  Debug: ['inspector', 'troubleshooting', 'audit'],
  Test: ['test-kit'],
  Operate: [
    'going-to-production',
    'checkout',
    'several-shops',
    'merchandisers',
    'books',
    'operate/README',
    'operate/data',
    'operate/ubi',
  ],
  Migrate: [
    'migrate/vendor',
    'migrate/compare',
    'migrate/ga4',
    'migrate/algolia',
    'migrate/snowplow',
    'migrate/pixel',
    'upgrade',
  ],
  Reference: [
    'events',
    ...Object.keys(apiPages),
    'decisions',
    'delivery',
    'browsers',
    'evidence',
    'architecture',
    'project/security',
    'project/changelog',
  ],
  Contribute: ['project/contributing', 'testing'],
}

/** Chapters that are closed at first, so that the list of the others fits a window. */
const CLOSED = ['Migrate', 'Reference', 'Contribute']

/** The text of the first heading of a page. */
function titleOf(page: string): string {
  // Generated when the site is built.
  const generated = apiPages[page]
  if (generated) return generated
  // The guide to the first event is a part of the README with its own heading.
  const source = page === 'project/first-event' ? `docs/${page}.md` : sourceOf(page)
  const text = readFileSync(new URL(`../${source}`, docs), 'utf8')
  const title = /^# (.*)$/m.exec(text)?.[1] ?? page
  return title.replaceAll('`', '')
}

/** The pages in the sidebar, as paths from `docs` without their extension. */
export const listedPages: readonly string[] = Object.values(chapters).flat()

/** The sidebar: chapters by task, and each page by its title. */
export const sidebar = Object.entries(chapters).map(([text, pages]) => ({
  text,
  collapsed: CLOSED.includes(text),
  items: pages.map((page) => ({
    text: titleOf(page),
    link: `/${page.replace(/(^|\/)index$/, '$1')}`,
  })),
}))
