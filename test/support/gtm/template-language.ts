import ts from 'typescript'

/**
 * What the editor of Tag Manager takes: ECMAScript 5.1 with `const`, `let` and arrow functions.
 * https://developers.google.com/tag-platform/tag-manager/templates/sandboxed-javascript
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

/** What of a template's code the sandbox refuses, each with its line. @param free - Names that need no declaration. */
export function languageProblems(code: string, free: readonly string[] = []): string[] {
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

/** The page's globals are out of reach, so each name must be declared in the code. */
function nameProblem({ parent, text, pos }: ts.Identifier, declared: ReadonlySet<string>) {
  const isMember = ts.isPropertyAccessExpression(parent) && parent.name.pos === pos
  if (isMember) return NATIVE.has(text) ? `the sandbox has no .${text}` : undefined
  const isKey = ts.isPropertyAssignment(parent) && parent.name.pos === pos
  return isKey || declared.has(text) ? undefined : `${text} is not declared`
}
