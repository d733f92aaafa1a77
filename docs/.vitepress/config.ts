import { execFileSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig, type MarkdownRenderer, type UserConfig } from 'vitepress'
import llmstxt from 'vitepress-plugin-llms'
import { headingId, siteLink, sourceOf } from './links.ts'
import { repository } from './repository.ts'
import { searchOptions } from './search-options.ts'
import { sidebar } from './sidebar.ts'

type VitePlugins = NonNullable<NonNullable<UserConfig['vite']>['plugins']>

type Token = NonNullable<ReturnType<MarkdownRenderer['parse']>[number]['children']>[number]

/** Points the links of a paragraph to pages of the site. */
function leadLinks(children: readonly Token[], page: string) {
  for (const token of children) {
    const href = token.attrGet('href')
    if (href !== null) token.attrSet('href', siteLink(page, decodeURI(href)))
  }
}

/** Prevents Vue from interpreting braces in code. */
function protectCode(children: readonly Token[]) {
  for (const token of children) if (token.type === 'code_inline') token.attrSet('v-pre', '')
}

const project = fileURLToPath(new URL('../..', import.meta.url))

// Generates api.md, a page in this folder, from the docstrings.
execFileSync(process.execPath, ['node_modules/typedoc/bin/typedoc', '--logLevel', 'Warn'], {
  cwd: project,
  stdio: 'inherit',
})

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
    search: { provider: 'local', options: searchOptions },
    ...(repository && {
      editLink: { pattern: `${repository}/edit/main/:path`, text: 'Edit this page' },
      socialLinks: [{ icon: 'github', link: repository }],
    }),
  },
})
