import { settings } from '../../settings/read-settings'
import { getOwn } from '../../wire/fields'

/*
 * The types of WebMCP that the tag uses: https://webmachinelearning.github.io/webmcp/. TypeScript's own library does not declare them yet.
 */

/** A tool as a page registers it. */
export interface AgentTool {
  readonly name: string
  readonly title?: string
  /** Read by the language model. */
  readonly description: string
  /** A JSON Schema. */
  readonly inputSchema?: object
  readonly execute: (input: unknown, ...more: readonly unknown[]) => unknown
  readonly annotations?: {
    /** The tool changes nothing. */
    readonly readOnlyHint?: boolean
    /** The tool's output was written by others: the model must not treat it as instructions. */
    readonly untrustedContentHint?: boolean
  }
}

/** The registry of a page's tools. */
export interface ModelContext extends EventTarget {
  /** Rejects or throws if a tool of this name is already registered. Aborting the signal unregisters the tool. */
  registerTool(tool: AgentTool, options?: { readonly signal?: AbortSignal }): unknown
  /** All tools of the page, also those of forms. */
  getTools?(): Promise<readonly Pick<AgentTool, 'name'>[]>
}

/** The contract's actions that a tool call can report. */
export type AgentAction = 'search' | 'click' | 'cart'

/** Says what a call of one of the shop's own tools means. Each name is a member of the tool's input; `lines.id` is the `id` in each of its `lines`. */
export interface ToolRule {
  readonly action: AgentAction
  /** The search text. */
  readonly query?: string
  /** The `uniqueId` of the product. */
  readonly pid?: string
  readonly variantId?: string
  readonly qty?: string
}

/** A rule for each tool by name. `false` means that the tag reports nothing for the tool, or does not register it. */
export type ToolRules = Readonly<Record<string, ToolRule | false>>

/** One action of an agent, before it is checked. */
export interface AgentAct {
  readonly action: AgentAction
  readonly data: Readonly<Record<string, string | number>>
}

type Value = string | number

/** The actions of well-known tool names, used when no rule applies. */
const NAMES: readonly (readonly [RegExp, AgentAction])[] = [
  [/search|find/i, 'search'],
  [/add.*(cart|bag|basket)/i, 'cart'],
  [/(get|view|show|open|select).*product/i, 'click'],
]

/** Whether a tool finds or shows products, by its name: a shop that has one needs none of the tag's. */
export const isProductTool = (tool: string): boolean =>
  ruleFor(tool) !== false &&
  (/browse|catalog/i.test(tool) ||
    NAMES.some(([pattern, action]) => action !== 'cart' && pattern.test(tool)))

/** The usual input members for each event member. An `id` or a `sku` may differ from the catalogue's. */
const MEMBERS: Readonly<Record<string, string>> = {
  query: 'query q search term keywords',
  pid: 'pid uniqueId productId product_id',
  variantId: 'variantId variant_id',
  qty: 'qty quantity',
}

/** The rule of a tool; `undefined` if the settings have none. */
export const ruleFor = (tool: string): unknown => getOwn(settings.agentTools, tool)

/** Shopify's global ids end with the id of its catalogue: https://shopify.dev/docs/api/usage/gids */
const plain = (value: Value): Value =>
  typeof value === 'string' ? value.replace(/^gid:\/\/.*\//, '') : value

/** The strings and numbers at a path of an input, one for each item of the lists on the path. */
const valuesAt = (input: unknown, path: string): readonly Value[] =>
  path
    .split('.')
    .reduce<unknown[]>(
      (values, name) => values.flatMap((value) => getOwn(value, name) ?? []),
      [input],
    )
    .filter((value): value is Value => typeof value === 'string' || typeof value === 'number')
    .map(plain)

/** The members of each action's event; the first is required. */
const FIELDS: Readonly<Record<AgentAction, readonly [main: string, ...more: string[]]>> = {
  search: ['query'],
  click: ['pid', 'variantId'],
  cart: ['pid', 'variantId', 'qty'],
}

/** The values of one member of an event, by the rule or else by the first usual name that the input has. */
function valuesOf(member: string, rule: unknown, input: unknown): readonly Value[] {
  const named = getOwn(rule, member)
  const paths = typeof named === 'string' ? [named] : (MEMBERS[member] ?? '').split(' ')
  return paths.map((path) => valuesAt(input, path)).find(([first]) => first !== undefined) ?? []
}

/** The actions that a tool call reports, by the settings' rule or else by the usual names; none for other tools. */
export function actsOf(tool: string, input: unknown): readonly AgentAct[] {
  const rule = ruleFor(tool)
  const action = getOwn(rule, 'action') ?? NAMES.find(([name]) => name.test(tool))?.[1]
  const fields = getOwn(FIELDS, String(action)) as (typeof FIELDS)[AgentAction] | undefined
  if (rule === false || !fields) return []
  const columns = fields.map((field) => valuesOf(field, rule, input).map((value) => [field, value]))
  return (columns[0] ?? []).map((_, row) => ({
    action: action as AgentAction,
    data: Object.fromEntries(
      columns.flatMap((column) => [column[row] ?? []]).filter(([name]) => name),
    ),
  }))
}
