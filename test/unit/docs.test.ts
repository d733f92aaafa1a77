import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import { parse } from 'acorn'
import { XMLValidator } from 'fast-xml-parser'
import ts from 'typescript'

const project = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(join(project, path), 'utf8')

interface Block {
  /** `markup.md:12`, for the message of a test that fails. */
  readonly where: string
  readonly language: string
  readonly code: string
}

const pages = readdirSync(join(project, 'docs')).filter((name) => name.endsWith('.md'))

const blocks = pages.flatMap((page): Block[] => {
  const text = read(`docs/${page}`)
  return [...text.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(
    ({ 1: language = '', 2: code = '', index }) => ({
      where: `${page}:${text.slice(0, index).split('\n').length}`,
      language,
      code,
    }),
  )
})

const inLanguage = (language: string) => blocks.filter((block) => block.language === language)

/** The names of all marks, as their type lists them. */
const marks = [...read('src/capture/attributes.ts').matchAll(/^ {2}\| '([\w-]+)'/gm)].map(
  ([, mark]) => `data-svc-${mark}`,
)

/** The names of all settings, as their interface lists them. */
const settings = [
  ...(read('src/api/settings.ts')
    .split('export interface Settings {')[1]
    ?.split('\n}')[0]
    ?.matchAll(/^ {2}readonly (\w+)\??:/gm) ?? []),
].map(([, name = '']) => name)

const attributeOf = (setting: string) =>
  `data-${setting.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

test('there is something to check', () => {
  expect(inLanguage('html').length).toBeGreaterThan(5)
  expect(inLanguage('ts').length).toBeGreaterThan(5)
  expect(marks).toContain('data-svc-product')
  expect(settings).toContain('siteKey')
})

for (const { where, code } of inLanguage('html')) {
  test(`the markup at ${where} is well formed, and has only attributes that exist`, () => {
    const options = { allowBooleanAttributes: true, unpairedTags: ['input', 'link'] }
    // A name stands for a value in XML, and scripts are no markup there.
    const markup = code.replace(/(<script[^>]*>).*?(?=<\/script>)/gs, '$1')
    expect(XMLValidator.validate(`<page>${markup}</page>`, options)).toBe(true)
    const known = new Set([...marks, ...settings.map(attributeOf)])
    const used = [...markup.matchAll(/\s(data-[\w-]+)/g)].map(([, name]) => name)
    expect(used.filter((name) => !known.has(name ?? ''))).toEqual([])
  })

  test(`the scripts at ${where} can be read`, () => {
    for (const [, attributes = '', text = ''] of code.matchAll(
      /<script([^>]*)>(.*?)<\/script>/gs,
    )) {
      if (attributes.includes('application/json')) JSON.parse(text)
      else parse(text, { ecmaVersion: 2020 })
    }
  })
}

for (const { where, code } of inLanguage('json')) {
  test(`the JSON at ${where} can be read`, () => {
    JSON.parse(code)
  })
}

for (const { where, code } of inLanguage('js')) {
  test(`the script at ${where} can be read`, () => {
    parse(code, { ecmaVersion: 'latest', sourceType: 'module', allowAwaitOutsideFunction: true })
  })
}

test('the TypeScript of every page fits the types of the package', async () => {
  test.slow()
  const home = await mkdtemp(join(tmpdir(), 'svc-docs-'))
  try {
    const files = await Promise.all(
      inLanguage('ts').map(async ({ where, code }) => {
        const file = join(home, `${where.replace(':', '-')}.ts`)
        const page = code.includes("from 'svc-tag'")
          ? ''
          : "declare const svc: import('svc-tag').Svc;"
        await writeFile(file, `${page}${code}\nexport {}`)
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
      types: ['node'],
      typeRoots: [join(project, 'node_modules/@types')],
      paths: { 'svc-tag': [join(project, 'src/module.ts')] },
    })
    const faults = files.flatMap((file) => {
      const source = program.getSourceFile(file)
      return [
        ...program.getSyntacticDiagnostics(source),
        ...program.getSemanticDiagnostics(source),
      ].map(({ messageText }) => `${file}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`)
    })
    expect(faults).toEqual([])
  } finally {
    await rm(home, { recursive: true })
  }
})

test('every attribute and every setting is described', () => {
  const described = (page: string, names: readonly string[]) =>
    names.filter((name) => !read(`docs/${page}`).includes(`\`${name}`))
  expect(described('markup.md', marks)).toEqual([])
  expect(described('api.md', settings)).toEqual([])
})

for (const page of pages) {
  test(`the links of ${page} lead somewhere`, () => {
    const links = [...read(`docs/${page}`).matchAll(/\]\((?!https?:)([^)#]+)(?:#([\w-]+))?\)/g)]
    for (const [, file = '', anchor] of links) {
      expect(existsSync(join(project, 'docs', file)), file).toBe(true)
      const headings = [...read(`docs/${file}`).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
        heading
          .toLowerCase()
          .replace(/[^\w\s-]/g, '')
          .replace(/\s/g, '-'),
      )
      if (anchor) expect(headings, file).toContain(anchor)
    }
  })
}
