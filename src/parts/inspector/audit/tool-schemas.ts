import { documentValue } from '../../../browser/dom'
import { attempt } from '../../../browser/guard'
import { inTime } from '../../../browser/tabs'
import { getOwn } from '../../../wire/fields'
import { everywhere } from '../page-elements'
import { findingOf, type Rule } from './audited-page'

const undescribed = findingOf('agent-tool-undescribed', 'warning')
const unfillable = findingOf('agent-tool-unfillable', 'warning')

/** A tool as the browser lists it. */
interface ListedTool {
  readonly name: string
  readonly description: string
  readonly inputSchema?: unknown
}

interface ToolList {
  getTools(): Promise<readonly ListedTool[]>
}

const DESCRIPTION =
  'Describe in a sentence what the tool does and returns: agents choose tools only by their description.'

const hasWords = ({ name, description }: ListedTool) =>
  description.trim() !== name && /\S\s+\S/.test(description)

/** Whether a member of an input can have no value at all. */
const isImpossible = (schema: unknown) => {
  const choices = getOwn(schema, 'enum')
  return schema === false || (Array.isArray(choices) && choices.length === 0)
}

/** Required members of an input that no agent can fill; nothing if the schema is fine. */
export function faultOf({ inputSchema }: ListedTool): string | undefined {
  const schema =
    typeof inputSchema === 'string' ? attempt(() => JSON.parse(inputSchema)) : inputSchema
  const type = getOwn(schema, 'type') ?? 'object'
  if (type !== 'object') return `its input is of the type ${String(type)}, not an object`
  const required: unknown = getOwn(schema, 'required')
  const properties = getOwn(schema, 'properties')
  const members = Array.isArray(required) ? required.map(String) : []
  const missing = members.filter((name) => getOwn(properties, name) === undefined)
  if (missing.length > 0) return `it requires ${missing.join(', ')}, which it does not describe`
  const impossible = members.filter((name) => isImpossible(getOwn(properties, name)))
  return impossible.length > 0 ? `no value is allowed for ${impossible.join(', ')}` : undefined
}

/** Tools of the page that agents cannot choose or cannot call. The browser offers no agent a form without a description. */
export const agentTools: Rule = async () => {
  const context = documentValue('modelContext' as keyof Document) as unknown as ToolList | undefined
  // A page may have broken `getTools`, or put one in its place that never answers.
  const listing = attempt(() => context?.getTools())?.catch(() => undefined)
  const listed = (await inTime(listing)) ?? []
  const forms = everywhere('form[toolname]:not([tooldescription])').map((form) =>
    undescribed(form, {
      message: 'The form has a toolname but no tooldescription, so agents do not get it as a tool.',
      fix: DESCRIPTION,
    }),
  )
  const wordless = (tool: ListedTool) =>
    undescribed(undefined, {
      message: `The tool ${tool.name} has no description: “${tool.description}”.`,
      fix: DESCRIPTION,
    })
  const faulty = (tool: ListedTool, fault: string) =>
    unfillable(undefined, {
      message: `No agent can call the tool ${tool.name}: ${fault}.`,
      fix: 'Describe each required member under properties, with a type and the allowed values.',
    })
  const tools = listed.flatMap((tool) => {
    const fault = faultOf(tool)
    return [...(hasWords(tool) ? [] : [wordless(tool)]), ...(fault ? [faulty(tool, fault)] : [])]
  })
  return [...forms, ...tools]
}
