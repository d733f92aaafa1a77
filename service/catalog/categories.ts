import { type CodedValues, valuesOf } from './column.ts'
import { FeedError } from './feed-fault.ts'

/** A category; its index in `CategoryTree.nodes` is its code. */
export interface CategoryNode {
  readonly code: number
  readonly name: string
  /** The category's id in the feed, or its name if the feed has no ids. */
  readonly id: string
  readonly level: number
  readonly parent: CategoryNode | undefined
  readonly children: readonly CategoryNode[]
}

/** Every category of the feed, with the products in it or below it. */
export interface CategoryTree extends CodedValues {
  readonly nodes: readonly CategoryNode[]
  readonly top: readonly CategoryNode[]
  /** The category at a path of names joined by `>`, as in the feed. */
  byNames(path: string): CategoryNode | undefined
  byIds(path: string): CategoryNode | undefined
}

interface GrowingNode extends CategoryNode {
  readonly children: GrowingNode[]
}

const MAX_LEVELS = 50

/** Collects the two category fields of each product into a tree. */
export function createCategoryBuilder() {
  const nodes: GrowingNode[] = []
  const top: GrowingNode[] = []
  const byNames = new Map<string, GrowingNode>()
  const byIds = new Map<string, GrowingNode>()
  const codes: number[] = []
  const offsets: number[] = [0]

  function childOf(parent: GrowingNode | undefined, path: string, name: string, id: string) {
    const known = byNames.get(path)
    if (known) return known
    const level = (parent?.level ?? 0) + 1
    const node: GrowingNode = { code: nodes.length, name, id, level, parent, children: [] }
    nodes.push(node)
    byNames.set(path, node)
    const siblings = parent?.children ?? top
    siblings.push(node)
    return node
  }

  function nodesOn(names: readonly string[], ids: readonly string[]): GrowingNode[] {
    if (names.length > MAX_LEVELS) {
      const start = joined(names.slice(0, 3))
      throw new FeedError(`the category path ${start}>… has more than ${MAX_LEVELS} levels.`)
    }
    let parent: GrowingNode | undefined
    return names.map((name, depth) => {
      const path = joined(names.slice(0, depth + 1))
      parent = childOf(parent, path, name, ids[depth] ?? name)
      byIds.set(joined(ids.slice(0, depth + 1)), parent)
      return parent
    })
  }

  return {
    /**
     * Takes paths of names and, in the same order, of ids.
     *
     * @throws FeedError for a path of more than 50 levels.
     */
    add(namePaths: unknown, idPaths: unknown) {
      const ids = valuesOf(idPaths).map((path) => segments(String(path)))
      const found = valuesOf(namePaths).flatMap((path, index) => {
        const names = segments(String(path))
        return nodesOn(names, ids[index]?.length === names.length ? ids[index] : names)
      })
      for (const node of new Set(found)) codes.push(node.code)
      offsets.push(codes.length)
    },
    build: (): CategoryTree => ({
      nodes,
      top,
      values: nodes.map(({ name }) => name),
      codes: Uint32Array.from(codes),
      offsets: Uint32Array.from(offsets),
      byNames: (path) => byNames.get(joined(segments(path))),
      byIds: (path) => byIds.get(joined(segments(path))),
    }),
  }
}

/** The path from the top to a category, inclusive. */
export function wayTo(node: CategoryNode | undefined): readonly CategoryNode[] {
  return node ? [...wayTo(node.parent), node] : []
}

/** The path of a category: its names from the top down, joined by `>`. */
export const pathOf = (node: CategoryNode): string => joined(wayTo(node).map(({ name }) => name))

/** Splits a path; spaces around `>` are ignored. */
function segments(path: string): readonly string[] {
  return path.split('>').map((part) => part.trim())
}

const joined = (parts: readonly string[]) => parts.join('>')
