import markdownIt from 'markdown-it'

// What a page says is text: HTML in it is escaped, and links to scripts are no links.
const markdown = markdownIt({ html: false })

// What is wider than the window is scrolled by itself, which has to be possible with the keyboard.
const { rules } = markdown.renderer
const { fence } = rules
rules.fence = (...args) => fence?.(...args).replace('<pre>', '<pre tabindex="0">') ?? ''
rules.table_open = () => '<table tabindex="0">\n'

/** Anchors inside tables, which only the sites that show the repository understand. */
const ANCHOR = /<a id="[\w-]+"><\/a> ?/g

/** The id of a heading, as GitHub makes it, which the links between the pages go by. */
const slugOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replace(/\s/g, '-')

/** Gives each heading its id; the second of the same name has a number. */
function nameHeadings(tokens: ReturnType<typeof markdown.parse>) {
  const used = new Map<string, number>()
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'heading_open') continue
    const slug = slugOf(tokens[index + 1]?.content ?? '')
    const before = used.get(slug) ?? 0
    used.set(slug, before + 1)
    token.attrSet('id', before ? `${slug}-${before}` : slug)
  }
}

export interface DocsPage {
  /** Its path from the root of the project. */
  readonly path: string
  readonly text: string
}

export interface DocsLink {
  readonly path: string
  readonly title: string
}

/** What the first heading of a page says. */
export const titleOf = (text: string): string =>
  /^# (.*)$/m.exec(text)?.[1]?.replaceAll('`', '') ?? ''

const escapeHtml = (text: string) => markdown.utils.escapeHtml(text)

/** A page of the documentation as HTML, with links to the others. */
export function docsPage({ path, text }: DocsPage, links: readonly DocsLink[]): string {
  const tokens = markdown.parse(text.replaceAll(ANCHOR, ''), {})
  nameHeadings(tokens)
  const main = markdown.renderer.render(tokens, markdown.options, {})
  const items = links.map((link) => {
    const isHere = link.path === path ? ' aria-current="page"' : ''
    return `<li><a href="/${escapeHtml(link.path)}"${isHere}>${escapeHtml(link.title)}</a></li>`
  })
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(titleOf(text))} · svc-tag</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/docs.css">
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<nav aria-label="Documentation"><ul>${items.join('')}</ul><a class="shop" href="/">The shop</a></nav>
<main id="main" tabindex="-1">
${main}</main>
</body>
</html>
`
}
