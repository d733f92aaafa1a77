import { type AnyNode, type CallExpression, type Node, type Program, parse } from 'acorn'

/**
 * The language of published templates: ECMAScript 5.1 with `const`, `let` and arrow functions. The editor refuses the
 * rest when a template is saved.
 */
const statements =
  'Program VariableDeclaration VariableDeclarator FunctionDeclaration BlockStatement ExpressionStatement ReturnStatement IfStatement ForStatement ForInStatement ForOfStatement WhileStatement DoWhileStatement BreakStatement ContinueStatement SwitchStatement SwitchCase EmptyStatement'
const expressions =
  'Identifier Literal ArrowFunctionExpression FunctionExpression ConditionalExpression LogicalExpression UnaryExpression UpdateExpression BinaryExpression AssignmentExpression MemberExpression CallExpression ArrayExpression ObjectExpression Property SequenceExpression'
const allowedTypes = new Set(`${statements} ${expressions}`.split(' '))

/** The methods of lists and texts that the sandbox has; all other native ones are missing. */
const allowedMethods = new Set(
  'concat every filter forEach indexOf join lastIndexOf map pop push reduce reduceRight reverse shift slice some sort splice unshift charAt match replace search split substring toLowerCase toUpperCase trim toString hasOwnProperty'.split(
    ' ',
  ),
)

const nativeMethods = new Set(
  [Array.prototype, String.prototype, Number.prototype, Function.prototype, Object.prototype]
    .flatMap((prototype) => Object.getOwnPropertyNames(prototype))
    .filter((name) => name !== 'length' && name !== 'name' && !allowedMethods.has(name)),
)

/** Names that need no declaration. */
const freeNames = new Set(['require', 'data', 'undefined', 'NaN', 'Infinity', 'arguments'])

/** Names that only tests may use. */
export const testNames = ['mock', 'mockObject', 'runCode', 'assertApi', 'assertThat', 'fail']

/**
 * Checks that code keeps to the sandboxed language, and makes it runnable as a function's body.
 *
 * @param alsoFree - More names that need no declaration.
 * @returns The code, with `arguments` a true list, as in the sandbox.
 * @throws Error that names the line and what is not allowed there.
 */
export function compile(code: string, alsoFree: readonly string[] = []): string {
  const program = programOf(code)
  const declared = new Set([...freeNames, ...alsoFree, ...declaredNames(code)])
  const apiNames = new Set(requiredApis(program).keys())

  for (const [node, parent] of nodesOf(program)) {
    const problem =
      forbiddenPart(node) ??
      unknownName(node, parent, declared) ??
      missingMethod(node, parent, apiNames)
    if (problem) throw new Error(`line ${lineAt(code, node)}: ${problem}`)
  }
  return withTrueArguments(code, program)
}

/** The syntax tree of a function's body. Positions are those of the code. */
export const programOf = (code: string): Program =>
  parse(code, { ecmaVersion: 2022, allowReturnOutsideFunction: true })

/** Every node with the one around it, outer ones first. */
export function* nodesOf(
  node: AnyNode,
  parent?: AnyNode,
): Iterable<[node: AnyNode, parent: AnyNode | undefined]> {
  yield [node, parent]
  for (const part of Object.values(node).flat()) {
    if (typeof part?.type === 'string') yield* nodesOf(part, node)
  }
}

/** The name of each constant that holds an API, with the API's name: `const log = require('logToConsole')`. */
function requiredApis(program: Program): Map<string, string> {
  const apis = new Map<string, string>()
  for (const [node] of nodesOf(program)) {
    if (node.type !== 'VariableDeclarator' || node.id.type !== 'Identifier') continue
    const api = requiredBy(node.init)
    if (api !== undefined) apis.set(node.id.name, api)
  }
  return apis
}

function requiredBy(node: Node | null | undefined): string | undefined {
  const { type, callee, arguments: given } = (node ?? {}) as CallExpression
  if (type !== 'CallExpression' || callee.type !== 'Identifier' || callee.name !== 'require') return
  return given[0]?.type === 'Literal' ? String(given[0].value) : undefined
}

/** Every name that code declares, in whatever scope. */
export function declaredNames(code: string): string[] {
  const names: string[] = []
  const add = (node: Node | null | undefined) => {
    if (node?.type === 'Identifier') names.push((node as Extract<AnyNode, { name: string }>).name)
  }
  for (const [node] of nodesOf(programOf(code))) {
    if (node.type === 'VariableDeclarator') add(node.id)
    if (!('params' in node)) continue
    add(node.id)
    for (const parameter of node.params) add(parameter)
  }
  return names
}

/** Parts that the sandbox's parser does not take, whatever stands around them. */
const forbidden: readonly (readonly [is: (node: AnyNode) => unknown, problem: string])[] = [
  [(node) => 'async' in node && node.async, 'there are no async functions'],
  [(node) => 'generator' in node && node.generator, 'there are no generators'],
  [
    (node) => 'params' in node && node.params.some(({ type }) => type !== 'Identifier'),
    'a parameter is a plain name',
  ],
  [(node) => node.type === 'Literal' && (node.regex || node.bigint), 'only plain literals'],
  [
    (node) => node.type === 'Property' && (node.shorthand || node.method || node.kind !== 'init'),
    'a member of an object is written name: value',
  ],
  [
    (node) => 'operator' in node && /^(\*\*|\?\?|&&=|\|\|=|instanceof$)/.test(node.operator),
    'that operator is not in the sandbox',
  ],
]

const forbiddenPart = (node: AnyNode): string | undefined =>
  allowedTypes.has(node.type)
    ? forbidden.find(([is]) => is(node))?.[1]
    : `${node.type} is not part of the sandboxed language`

/** The page's globals are out of reach, so each name must be declared in the code. */
function unknownName(node: AnyNode, parent: AnyNode | undefined, declared: ReadonlySet<string>) {
  if (node.type !== 'Identifier' || declared.has(node.name)) return undefined
  const isMember = parent?.type === 'MemberExpression' && parent.property === node
  const isKey = parent?.type === 'Property' && parent.key === node
  const isFree = (!isMember && !isKey) || parent.computed
  return isFree ? `${node.name} is not declared, and the sandbox has no globals` : undefined
}

/** Names such as `keys` are native to lists and also members of the API `Object`; on an API they are fine. */
function missingMethod(node: AnyNode, parent: AnyNode | undefined, apiNames: ReadonlySet<string>) {
  if (node.type !== 'Identifier' || !nativeMethods.has(node.name)) return undefined
  if (parent?.type !== 'MemberExpression' || parent.property !== node || parent.computed) return
  const { object } = parent
  return object.type === 'Identifier' && apiNames.has(object.name)
    ? undefined
    : `the sandbox has no .${node.name}`
}

function withTrueArguments(code: string, program: Program): string {
  const places: number[] = []
  for (const [node] of nodesOf(program)) {
    if (node.type === 'Identifier' && node.name === 'arguments') places.push(node.start)
  }
  return places
    .sort((one, other) => other - one)
    .reduce(
      (text, place) =>
        `${text.slice(0, place)}[...arguments]${text.slice(place + 'arguments'.length)}`,
      code,
    )
}

const lineAt = (code: string, node: Node) => code.slice(0, node.start).split('\n').length
