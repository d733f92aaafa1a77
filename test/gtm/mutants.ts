import type { AnyNode } from 'acorn'
import { nodesOf, programOf } from './language.ts'

/** Code with one thing broken. */
export interface Mutant {
  readonly what: string
  readonly code: string
}

/**
 * Breaks sandboxed code in one place at a time: drops a call, changes a text or a number, turns a condition round. Tests that are
 * worth something notice each.
 */
export function mutantsOf(code: string): Mutant[] {
  return [...nodesOf(programOf(code))].flatMap(([node, parent]) => {
    const replacement = isOutOfReach(node, parent) ? undefined : brokenForm(node, code)
    if (replacement === undefined) return []
    const before = code.slice(0, node.start)
    return {
      what: `line ${before.split('\n').length}: ${code.slice(node.start, node.end)} → ${replacement}`,
      code: before + replacement + code.slice(node.end),
    }
  })
}

/** A wrong `require` fails by itself. */
function isOutOfReach(node: AnyNode, parent: AnyNode | undefined): boolean {
  const call = node.type === 'CallExpression' ? node : parent
  if (call?.type !== 'CallExpression') return false
  return call.callee.type === 'Identifier' && call.callee.name === 'require'
}

function brokenForm(node: AnyNode, code: string): string | undefined {
  if (node.type === 'CallExpression') return 'undefined'
  if (node.type === 'Literal' && typeof node.value === 'string')
    return `'not ${node.value.replaceAll("'", '')}'`
  if (node.type === 'Literal' && typeof node.value === 'number') return String(node.value + 1)
  if (node.type === 'Literal' && typeof node.value === 'boolean') return String(!node.value)
  const { test } = node as { test?: AnyNode }
  return test && node.type !== 'SwitchCase' ? turnedRound(node, test, code) : undefined
}

function turnedRound(node: AnyNode, test: AnyNode, code: string): string {
  const text = (from: number, to: number) => code.slice(from, to)
  return `${text(node.start, test.start)}!(${text(test.start, test.end)})${text(test.end, node.end)}`
}
