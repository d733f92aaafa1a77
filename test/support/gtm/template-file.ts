import { parse as parseYaml } from 'yaml'

/** A Tag Manager template for web containers, its sections read. */
export interface TemplateFile {
  /** Texts that the gallery and the editor show. */
  readonly info: Readonly<Record<string, unknown>>
  readonly fields: readonly Field[]
  /** Sandboxed JavaScript: the body of `function (data)`. */
  readonly code: string
  /** As written; the permissions module decodes them. */
  readonly permissions: readonly unknown[]
  readonly tests: TemplateTests
}

/** A field of the form that a tag's author fills in, or a group of fields. */
export interface Field {
  readonly type: string
  readonly name: string
  readonly displayName?: string
  readonly help?: string
  readonly defaultValue?: unknown
  readonly subParams?: readonly Field[]
  readonly selectItems?: readonly Choice[]
  readonly radioItems?: readonly Choice[]
  readonly macrosInSelect?: boolean
  readonly simpleTableColumns?: readonly Field[]
  readonly paramTableColumns?: readonly { readonly param: Field }[]
  readonly valueValidators?: readonly Validator[]
  readonly enablingConditions?: readonly Condition[]
}

/** One of the values of a field that offers some. */
export interface Choice {
  readonly value: unknown
  readonly displayValue: string
  readonly subParams?: readonly Field[]
}

/** Checks of the form. `args` depends on the type. */
export interface Validator {
  readonly type: string
  readonly args?: readonly unknown[]
  readonly errorMessage?: string
}

/** The field is shown while another field has (or has not) a value. */
export interface Condition {
  readonly paramName: string
  readonly paramValue?: unknown
  readonly type: string
}

export interface TemplateTests {
  /** Runs before each scenario, in its scope. */
  readonly setup: string
  readonly scenarios: readonly { readonly name: string; readonly code: string }[]
}

const HEADING = /^___([A-Z_]+)___[ \t]*$/m

/**
 * Reads a `.tpl` file: sections in any order, each opened by a line `___NAME___`.
 *
 * @throws Error that names the section which is missing, there twice, or not JSON or YAML.
 */
export function parseTemplate(text: string): TemplateFile {
  const sections = sectionsOf(text)

  function section(name: string): string {
    const found = sections.get(name)
    if (found === undefined) throw new Error(`the template has no section ___${name}___`)
    return found
  }

  function json<Value>(name: string): Value {
    try {
      return JSON.parse(section(name)) as Value
    } catch (cause) {
      throw new Error(`___${name}___ is not JSON: ${(cause as Error).message}`, { cause })
    }
  }

  return {
    info: json('INFO'),
    fields: json('TEMPLATE_PARAMETERS'),
    code: section('SANDBOXED_JS_FOR_WEB_TEMPLATE'),
    permissions: json('WEB_PERMISSIONS'),
    tests: testsOf(sections.get('TESTS') ?? ''),
  }
}

function sectionsOf(text: string): Map<string, string> {
  const [preface = '', ...parts] = text.replaceAll('\r\n', '\n').split(HEADING)
  if (preface.trim()) throw new Error('the template begins with text outside of any section')

  const sections = new Map<string, string>()
  // `split` gives name and body in turn.
  for (let index = 0; index < parts.length; index += 2) {
    const name = parts[index] ?? ''
    if (sections.has(name)) throw new Error(`the template has ___${name}___ twice`)
    sections.set(name, parts[index + 1] ?? '')
  }
  return sections
}

function testsOf(yaml: string): TemplateTests {
  const { scenarios, setup } = (parseYaml(yaml) ?? {}) as Partial<TemplateTests>
  return { setup: setup ?? '', scenarios: scenarios ?? [] }
}
