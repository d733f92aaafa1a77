import ts from 'typescript'
import { expect, test } from 'vitest'
import {
  type Api,
  createApis,
  evaluate,
  type Field,
  readTemplate,
} from '../../support/fixtures/template-file.ts'

const template = readTemplate()
const { code, permissions, tests } = template

type Data = Readonly<Record<string, unknown>>

/** The permissions that an API needs for a call, each as `permission mode name`. */
const demandsOf: Readonly<Record<string, (first: string) => readonly string[]>> = {
  injectScript: (url) => [`inject_script ${url}`],
  callInWindow: (key) => [`access_globals execute ${key}`],
  copyFromWindow: (key) => [`access_globals read ${key}`],
  setInWindow: (key) => [`access_globals write ${key}`],
  createQueue: (key) => [`access_globals read ${key}`, `access_globals write ${key}`],
  isConsentGranted: (type) => [`access_consent read ${type}`],
  addConsentListener: (type) => [`access_consent read ${type}`],
  logToConsole: () => ['logging'],
}

/** The permissions that all scenarios together needed, and the data with which they ran the template. */
const demanded = new Set<string>()
const runs: Data[] = []

const HELPERS = ['mock', 'runCode', 'assertApi', 'assertThat']

/** Runs one scenario in its own sandbox. Stricter than Tag Manager: a mocked API needs its permission, too. */
function runScenario(scenario: string) {
  const apis = createApis({}, () => {})
  const mocks = new Map<string, unknown>()
  const calls: (readonly [name: string, args: readonly unknown[]])[] = []
  const callsOf = (name: string) =>
    calls.filter(([called]) => called === name).map(([, args]) => args)

  const watched =
    (name: string, task: Api): Api =>
    (...args) => {
      calls.push([name, args])
      for (const demand of demandsOf[name]?.(args[0]) ?? []) demanded.add(demand)
      return task(...args)
    }
  function require(name: string) {
    const real = apis[name]
    if (!real) throw new Error(`there is no API "${name}"`)
    if (typeof real !== 'function') return real
    const mock = mocks.has(name) ? mocks.get(name) : real
    return watched(name, typeof mock === 'function' ? (mock as Api) : () => mock)
  }
  evaluate(`${tests.setup}\n{\n${scenario}\n}`, {
    require,
    mock: (name: string, replacement: unknown) => mocks.set(name, replacement),
    runCode(data: Data) {
      runs.push({ ...data })
      const endings = Object.fromEntries(
        ['gtmOnSuccess', 'gtmOnFailure'].map((name) => [name, watched(name, () => {})]),
      )
      evaluate(code, { require, data: { ...data, ...endings } })
    },
    assertThat: (actual: unknown) => ({
      isUndefined: () => expect(actual).toBeUndefined(),
      isEqualTo: (expected: unknown) => expect(actual).toEqual(expected),
      hasLength: (length: number) => expect(actual).toHaveLength(length),
      isEmpty: () => expect(Object.keys(actual as object)).toEqual([]),
    }),
    assertApi: (name: string) => ({
      wasCalled: () => expect(callsOf(name)).not.toEqual([]),
      wasNotCalled: () => expect(callsOf(name)).toEqual([]),
      wasCalledWith: (...args: readonly unknown[]) => expect(callsOf(name)).toContainEqual(args),
    }),
  })
}

test.each(tests.scenarios)('scenario: $name', ({ code: scenario }) => {
  runScenario(scenario)
})

/**
 * The syntax that the editor of Tag Manager accepts: ECMAScript 5.1 with `const`, `let` and arrow
 * functions. https://developers.google.com/tag-platform/tag-manager/templates/sandboxed-javascript
 */
const ALLOWED: ReadonlySet<ts.SyntaxKind> = new Set(
  `SourceFile EndOfFileToken VariableStatement VariableDeclarationList VariableDeclaration FunctionDeclaration Block ExpressionStatement
  ReturnStatement IfStatement ForStatement ForInStatement WhileStatement DoStatement BreakStatement ContinueStatement SwitchStatement
  CaseBlock CaseClause DefaultClause EmptyStatement Identifier StringLiteral NumericLiteral TrueKeyword FalseKeyword NullKeyword
  ArrowFunction EqualsGreaterThanToken FunctionExpression Parameter ConditionalExpression QuestionToken ColonToken BinaryExpression
  PrefixUnaryExpression PostfixUnaryExpression TypeOfExpression DeleteExpression ParenthesizedExpression PropertyAccessExpression
  ElementAccessExpression CallExpression ArrayLiteralExpression ObjectLiteralExpression PropertyAssignment EqualsToken CommaToken
  PlusToken MinusToken AsteriskToken SlashToken PercentToken PlusEqualsToken MinusEqualsToken AmpersandAmpersandToken BarBarToken
  EqualsEqualsToken EqualsEqualsEqualsToken ExclamationEqualsToken ExclamationEqualsEqualsToken LessThanToken LessThanEqualsToken
  GreaterThanToken GreaterThanEqualsToken InKeyword`
    .split(/\s+/)
    .map((name) => ts.SyntaxKind[name as keyof typeof ts.SyntaxKind]),
)

/** The native methods of lists and texts that the sandbox has. */
const METHODS = new Set(
  'concat every filter forEach indexOf join lastIndexOf map pop push reduce reduceRight reverse shift slice some sort splice unshift charAt match replace search split substring toLowerCase toUpperCase trim toString hasOwnProperty length name keys'.split(
    ' ',
  ),
)

const NATIVE = new Set(
  [Array.prototype, String.prototype, Number.prototype, Function.prototype, Object.prototype]
    .flatMap((prototype) => Object.getOwnPropertyNames(prototype))
    .filter((name) => !METHODS.has(name)),
)

/** The parts of a template's code that the sandbox refuses, each with its line. @param free - Names that need no declaration. */
function languageProblems(code: string, free: readonly string[] = []): string[] {
  const file = ts.createSourceFile('template.js', code, ts.ScriptTarget.ESNext, true)
  const declared = new Set(['require', 'data', 'undefined', ...free])
  const nodes: ts.Node[] = []
  const visit = (node: ts.Node) => {
    nodes.push(node)
    const isNaming = ts.isVariableDeclaration(node) || ts.isParameter(node)
    if (isNaming && ts.isIdentifier(node.name)) declared.add(node.name.text)
    ts.forEachChild(node, visit)
  }
  visit(file)

  return nodes.flatMap((node) => {
    const problem = problemOf(node, declared)
    const { line } = file.getLineAndCharacterOfPosition(node.getStart())
    return problem ? [`line ${line + 1}: ${problem}`] : []
  })
}

function problemOf(node: ts.Node, declared: ReadonlySet<string>): string | undefined {
  if (!ALLOWED.has(node.kind)) return `${ts.SyntaxKind[node.kind]} is not part of the language`
  if (ts.isParameter(node) && node.initializer) return 'a parameter has no default'
  return ts.isIdentifier(node) ? nameProblem(node, declared) : undefined
}

/** The sandbox has no access to the page's globals, so each name must be declared in the code. */
function nameProblem({ parent, text, pos }: ts.Identifier, declared: ReadonlySet<string>) {
  const isMember = ts.isPropertyAccessExpression(parent) && parent.name.pos === pos
  if (isMember) return NATIVE.has(text) ? `the sandbox has no .${text}` : undefined
  const isKey = ts.isPropertyAssignment(parent) && parent.name.pos === pos
  return isKey || declared.has(text) ? undefined : `${text} is not declared`
}

test("the code and its scenarios only use the sandbox's language", () => {
  expect(languageProblems(code)).toEqual([])
  for (const scenario of tests.scenarios)
    expect(languageProblems(`${tests.setup}\n${scenario.code}`, HELPERS)).toEqual([])
})

interface Encoded {
  readonly string?: string
  readonly boolean?: boolean
  readonly listItem?: readonly Encoded[]
  readonly mapKey?: readonly Encoded[]
  readonly mapValue?: readonly Encoded[]
}

/** Decodes the editor's form of lists, maps, strings and booleans. */
function decoded({ string, boolean, listItem, mapKey, mapValue = [] }: Encoded): unknown {
  if (mapKey)
    return Object.fromEntries(
      mapKey.map((key, index) => [key.string, decoded(mapValue[index] ?? {})]),
    )
  return listItem ? listItem.map(decoded) : (string ?? boolean)
}

interface Permission {
  readonly instance: {
    readonly key: { readonly publicId: string }
    readonly param: readonly { readonly value: Encoded }[]
  }
}

const MODES = ['read', 'write', 'execute']

/** The permissions of the template in the words of `demandsOf`. */
const granted = (permissions as readonly Permission[]).flatMap(({ instance: { key, param } }) => {
  const value = decoded(param[0]?.value ?? {})
  const rows = Array.isArray(value) ? (value as readonly (string | Data)[]) : ['']
  return rows.flatMap((row) => {
    if (typeof row === 'string') return `${key.publicId} ${row}`.trim()
    return MODES.filter((mode) => row[mode]).map(
      (mode) => `${key.publicId} ${mode} ${row.key ?? row.consentType}`,
    )
  })
})

test('the scenarios use exactly the declared permissions', () => {
  expect([...demanded].sort()).toEqual(granted.sort())
})

/** Every field that has a value, also those inside groups. */
const valueFields = (fields: readonly Field[]): readonly Field[] =>
  fields.flatMap((field) => [
    ...(/^(GROUP|LABEL)$/.test(field.type) ? [] : [field]),
    ...valueFields(field.subParams ?? []),
  ])
const fields = valueFields(template.fields)

const field = (name: string) => {
  const found = fields.find((one) => one.name === name)
  if (!found) throw new Error(`no field ${name}`)
  return found
}

test('the code reads exactly the declared fields', () => {
  const members = new Set([...code.matchAll(/\bdata\.(\w+)/g)].map(([, name = '']) => name))
  const ownNames = [...members].filter((name) => !name.startsWith('gtm'))
  expect(ownNames.sort()).toEqual(fields.map(({ name }) => name).sort())
})

test('the scenarios cover every option of the form', () => {
  const unmade = fields.flatMap(({ name, selectItems = [] }) =>
    selectItems.filter(({ value }) => !runs.some((data) => data[name] === value)),
  )
  expect(unmade).toEqual([])
})

const refuses: Readonly<Record<string, (text: string, pattern?: string) => boolean>> = {
  NON_EMPTY: (text) => text === '',
  REGEX: (text, pattern) => text !== '' && !new RegExp(`^(?:${pattern})$`).test(text),
  NON_NEGATIVE_NUMBER: (text) => !(Number(text) >= 0),
}

/** Whether the form accepts a text in a field. A variable (`{{Name}}`) is accepted everywhere. */
const accepts = (name: string, text: string) =>
  /\{\{.+\}\}/.test(text) ||
  !field(name).valueValidators?.some(({ type, args }) => refuses[type]?.(text, args?.[0]) !== false)

test.each([
  ['siteKey', ['SITE', '{{Site key}}'], ['']],
  [
    'trackerUrl',
    ['https://t.example', 'https://t.example/a/'],
    ['', 'http://t.example', 't.example', 'https://t.example?a=1'],
  ],
  ['browseUrl', ['', 'https://s.example:8443'], ['http://s.example', 'https://s.example/ x']],
  ['scriptUrl', ['', 'https://cdn.example/svc.js', '{{Script}}'], ['//cdn.example/svc.js']],
  ['visiblePercent', ['1', '50', '100'], ['0', '101', '5.5']],
  ['visibleMs', ['0', '1000'], ['-1', 'x']],
  ['pids', ['a,b'], ['']],
])('the form takes and refuses the right texts for %s', (name, good, bad) => {
  expect(good.filter((text) => !accepts(name, text))).toEqual([])
  expect(bad.filter((text) => accepts(name, text))).toEqual([])
})

test('the template has permission to inject the default script', () => {
  expect(granted).toContain(`inject_script ${field('scriptUrl').defaultValue}`)
})
