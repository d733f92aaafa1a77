import { wholeMoney } from '../money'
import type { Filter, Turn } from './transcript'

/** More options than this of a field are a list, not a choice. */
const SHOWN = 6

/** Choices for the next message: those that the last answer offered. */
export function offered(turns: readonly Turn[]): readonly Filter[] {
  const last = turns.at(-1)
  if (last?.who !== 'agent') return []
  return last.filters
    .filter(({ options }) => options.length > 0)
    .map(({ field, options }) => ({ field, options: options.slice(0, SHOWN) }))
}

/** The same choice with one option more, or without it when it was chosen. */
export function withOption(chosen: readonly Filter[], field: string, option: string): Filter[] {
  const before = chosen.find((filter) => filter.field === field)?.options ?? []
  const after = before.includes(option)
    ? before.filter((other) => other !== option)
    : [...before, option]
  const others = chosen.filter((filter) => filter.field !== field)
  return after.length > 0 ? [...others, { field, options: after }] : others
}

/** The label of an option; the agent writes a range of prices as `[10 TO 38]`. */
export function optionLabel(option: string): string {
  const [, from, to] = /^\[(\d+(?:\.\d+)?) TO (\d+(?:\.\d+)?)\]$/.exec(option) ?? []
  if (from === undefined || to === undefined) return option
  return `${wholeMoney(Number(from))} – ${wholeMoney(Number(to))}`
}
