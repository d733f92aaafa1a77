import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parse } from 'acorn'
import { XMLValidator } from 'fast-xml-parser'
import ts from 'typescript'
import { expect, test } from 'vitest'
import {
  blocks,
  inLanguage,
  inProject,
  isFollowed,
  pages,
  readFile,
} from '../../support/fixtures/docs.ts'
import { outputPath } from '../../support/fixtures/output-path.ts'

/** The names of all attributes, as listed in their type. */
const marks = [...readFile('src/track/attributes.ts').matchAll(/^ {2}\| '([\w-]+)'/gm)].map(
  ([, mark]) => `data-svc-${mark}`,
)

/** The names of all settings, as listed in their interface. */
const settings = [
  ...(readFile('src/settings/settings.ts')
    .split('export interface Settings {')[1]
    ?.split('\n}')[0]
    ?.matchAll(/^ {2}readonly (\w+)\??:/gm) ?? []),
].map(([, name = '']) => name)

const attributeOf = (setting: string) =>
  `data-${setting.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

/** Files of the reader's own project, or of the shop system. */
const isReadersOwn = (page: string) => isFollowed(page) || page.startsWith('docs/install/')

const ofThisProject = blocks.filter(
  ({ where, file }) => file && file !== 'event' && file !== 'request' && !isReadersOwn(where),
)

for (const { where, file, code } of ofThisProject) {
  test(`the block at ${where} is in its file`, () => {
    expect(readFile(file)).toContain(code)
  })
}

for (const { where, code } of inLanguage('xml')) {
  test(`the XML at ${where} is well formed`, () => {
    expect(XMLValidator.validate(code)).toBe(true)
  })
}

for (const { where, code } of inLanguage('html')) {
  test(`the markup at ${where} is well formed`, () => {
    const options = { allowBooleanAttributes: true, unpairedTags: ['input', 'link'] }
    // In XML, a name alone stands for a value, and scripts contain no markup.
    const markup = code
      .replace('<!doctype html>', '')
      .replace(/(<script[^>]*>).*?(?=<\/script>)/gs, '$1')
    expect(XMLValidator.validate(`<page>${markup}</page>`, options)).toBe(true)
    // An attribute that the loader reads is not a setting.
    const known = new Set([...marks, ...settings.map(attributeOf), 'data-integrity'])
    const used = [...markup.matchAll(/\s(data-[\w-]+)/g)].map(([, name]) => name)
    expect(used.filter((name) => !known.has(name ?? ''))).toEqual([])
  })

  const scripts = [...code.matchAll(/<script([^>]*)>(.*?)<\/script>/gs)]
  if (scripts.length === 0) continue
  test(`the scripts at ${where} can be parsed`, () => {
    for (const [, attributes = '', text = ''] of scripts) {
      const read = () =>
        attributes.includes('application/json')
          ? JSON.parse(text)
          : parse(text, { ecmaVersion: 2020, sourceType: 'module' })
      expect(read, text).not.toThrow()
    }
  })
}

/** The package's type for the JSON of a page. */
const jsonType = (where: string) => (where.includes('datalayer.md') ? 'DataLayerRules' : 'PageMap')

/** Blocks that are type-checked here. The example events are not input of the package, and the agent's words are the service's. */
const typed = inLanguage('ts', 'json').filter(
  ({ file, where, language }) =>
    !file && (language !== 'json' || !where.includes('shopping-agent.md')),
)

const packageFile = inProject('src/module.ts')

/** A block as a separate module. A page uses the package's two names without importing them. */
function asModule({ where, language, code }: (typeof blocks)[number]) {
  const imported = code.includes("from 'svc-tag'")
  const names = imported ? '' : "import { svc } from 'svc-tag'; void svc;"
  if (language !== 'json') return `${names}${code}\nexport {}`
  return `import type { ${jsonType(where)} } from 'svc-tag'\nexport const value: ${jsonType(where)} = ${code}`
}

test('the TypeScript and the JSON on every page match the types of the package', async () => {
  const files = await Promise.all(
    typed.map(async (block) => {
      const file = outputPath(`${block.where.replace(':', '-')}.ts`)
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, asModule(block))
      return file
    }),
  )
  const program = ts.createProgram(files, {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    allowImportingTsExtensions: true,
    types: ['node'],
    typeRoots: [inProject('node_modules/@types')],
    paths: {
      'svc-tag': [packageFile],
      'svc-tag/server': [inProject('src/server.ts')],
      'svc-tag/test': [inProject('kit/test/index.ts')],
      'svc-tag/test/shopify': [inProject('kit/shopify/index.ts')],
    },
  })
  const faults = files.flatMap((file) => {
    const source = program.getSourceFile(file)
    return [
      ...program.getSyntacticDiagnostics(source),
      ...program.getSemanticDiagnostics(source),
    ].map(({ messageText }) => `${file}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`)
  })
  expect(faults).toEqual([])
})

test('every attribute is described', () => {
  const page = readFile('docs/markup.md')
  expect(marks.filter((mark) => !page.includes(`\`${mark}`))).toEqual([])
})

/** GitHub's anchors for the headings of a page: the second heading with the same name gets a number. */
function anchorsOf(page: string): string[] {
  const slugs = [...readFile(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replace(/\s/g, '-'),
  )
  return slugs.map((slug, index) => {
    const before = slugs.slice(0, index).filter((other) => other === slug).length
    return before ? `${slug}-${before}` : slug
  })
}

// The pages of the API are generated when the site is built, and the build refuses links to missing pages.
for (const page of pages) {
  test(`the links in ${page} have valid targets`, () => {
    const links = [...readFile(page).matchAll(/\]\((?!https?:)([^)#]*)(?:#([\w-]+))?\)/g)]
    for (const [link, file = '', anchor] of links) {
      const target = file ? join(dirname(page), file) : page
      if (target.startsWith('docs/api/')) continue
      expect(existsSync(inProject(target)), link).toBe(true)
      if (anchor) expect(anchorsOf(target), link).toContain(anchor)
    }
  })
}

test('each row of a table has as many cells as its header', () => {
  const cells = (row = '') => row.split(/(?<!\\)\|/).length
  const isRow = (line = '') => line.startsWith('|')
  const uneven = pages.flatMap((page) => {
    const lines = readFile(page).split('\n')
    const headOf = (index: number): number => (isRow(lines[index - 1]) ? headOf(index - 1) : index)
    return lines.flatMap((line, index) =>
      isRow(line) && cells(line) !== cells(lines[headOf(index)]) ? [`${page}:${index + 1}`] : [],
    )
  })
  expect(uneven).toEqual([])
})
