import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { rollup } from 'rollup'
import ts from 'typescript'
import { compile } from '../gtm/language.ts'
import { parseTemplate } from '../gtm/template-file.ts'

const inProject = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** Takes the types off, and nothing else: `npm run types` has checked them. */
const withoutTypes = {
  name: 'without-types',
  transform: (code: string) =>
    ts.transpileModule(code, {
      compilerOptions: { target: ts.ScriptTarget.ES2020, module: ts.ModuleKind.ESNext },
    }).outputText,
}

/**
 * A script that does for a page what Tag Manager would: `fireTag(data)` runs the project's template, as it is published, on the page's own
 * window, with its own permissions.
 */
export async function tagManagerScript(): Promise<string> {
  const { code, permissions } = parseTemplate(
    readFileSync(inProject('src/gtm/template.tpl'), 'utf8'),
  )
  const bundle = await rollup({ input: inProject('test/gtm/in-page.ts'), plugins: [withoutTypes] })
  const { output } = await bundle.generate({ format: 'iife' })
  const template = JSON.stringify({ code: compile(code), permissions })
  return `const TEMPLATE = ${template.replaceAll('<', '\\u003c')};${output[0].code}`
}
