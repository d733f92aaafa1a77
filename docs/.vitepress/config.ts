import { cpSync } from 'node:fs'
import { defineConfig, type MarkdownRenderer, type UserConfig } from 'vitepress'
import llmstxt from 'vitepress-plugin-llms'
import { writeApiPages } from './api-pages.ts'
import { headingId, siteLink, sourceOf } from './links.ts'
import { repository } from './repository.ts'
import { searchOptions } from './search-options.ts'
import { sidebar } from './sidebar.ts'

type VitePlugins = NonNullable<NonNullable<UserConfig['vite']>['plugins']>

type Token = NonNullable<ReturnType<MarkdownRenderer['parse']>[number]['children']>[number]

/** Where the texts say that the local service is. The site is a part of that service, wherever it listens. */
const LOCAL_SERVICE = 'http://127.0.0.1:8080/'

const pathOf = (href: string) => href.slice(LOCAL_SERVICE.length - 1)

/** Points a link to the service that shows this site, whose router must not follow it. */
function leadToService(token: Token, href: string) {
  token.attrSet('href', pathOf(href))
  token.attrSet('target', '_self')
}

/** Points the links of a paragraph to pages of the site. */
function leadLinks(children: readonly Token[], page: string) {
  for (const token of children) {
    const href = token.attrGet('href')
    if (href === null) continue
    if (href.startsWith(LOCAL_SERVICE)) leadToService(token, href)
    else token.attrSet('href', siteLink(page, decodeURI(href)))
  }
  for (const token of children)
    if (token.type === 'text' && token.content.startsWith(LOCAL_SERVICE))
      token.content = pathOf(token.content)
}

/** Prevents Vue from interpreting braces in code. */
function protectCode(children: readonly Token[]) {
  for (const token of children) if (token.type === 'code_inline') token.attrSet('v-pre', '')
}

writeApiPages()

/** The site is built next to the other files that the local service serves, which shows it at `/docs/`. */
export default defineConfig({
  title: 'svc-tag',
  description: 'One script tag that reports shopper events to a commerce-search tracker.',
  lang: 'en',
  base: '/docs/',
  outDir: '../dist/docs',
  cacheDir: '../node_modules/.cache/vitepress',
  cleanUrls: true,
  lastUpdated: false,
  head: [['link', { rel: 'icon', href: '/icon.svg', type: 'image/svg+xml' }]],
  vite: {
    // The plugin's type is for another version of Vite than VitePress's own.
    plugins: [llmstxt({ ignoreFiles: ['project/first-event.md'] })] as unknown as VitePlugins,
    build: { chunkSizeWarningLimit: 2_000 },
  },
  markdown: {
    anchor: { slugify: headingId },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    languageAlias: { caddyfile: 'nginx', smarty: 'html' },
    config(markdown) {
      const { rules } = markdown.renderer
      const { fence } = rules
      rules.fence = (...args) => {
        const file = /^\w+ ([\w./[\]-]+)$/.exec(args[0][args[1]]?.info.trim() ?? '')?.[1]
        const caption = file ? `<p class="file">${markdown.utils.escapeHtml(file)}</p>` : ''
        return caption + (fence?.(...args) ?? '')
      }
      markdown.core.ruler.push('site-inline', ({ tokens, env }) => {
        for (const { children } of tokens) {
          leadLinks(children ?? [], env.relativePath)
          protectCode(children ?? [])
        }
      })
    },
  },
  buildEnd({ outDir }) {
    // Not in a folder with the name of a page, which would hide the page.
    cpSync(new URL('../maps', import.meta.url), `${outDir}/files/maps`, { recursive: true })
  },
  // The target of the link for editing a page.
  transformPageData: ({ filePath }) => ({ filePath: sourceOf(filePath) }),
  themeConfig: {
    sidebar,
    outline: [2, 3],
    notFound: {
      title: 'There is no page at this address',
      quote: 'Search finds pages by a word of their text, and the first page lists them by task.',
      linkLabel: 'Go to the list of pages',
      linkText: 'All pages',
    },
    search: { provider: 'local', options: searchOptions },
    ...(repository && {
      editLink: { pattern: `${repository}/edit/main/:path`, text: 'Edit this page' },
      socialLinks: [{ icon: 'github', link: repository }],
    }),
  },
})
