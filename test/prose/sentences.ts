import type { TxtNode, TxtParentNode } from '@textlint/ast-node-types'
import { splitAST } from 'sentence-splitter'

/** A sentence of a paragraph, a heading or a table cell. */
export interface Sentence {
  readonly node: TxtNode
  /** Its text; a code span stands as one word. */
  readonly text: string
}

const WORD = /[\p{L}\p{N}]/u

/** Inline code is one word, whatever is in it. */
const CODE_AS_WORD = 'Code'

function textOf(node: TxtNode): string {
  if (node.type === 'Code') return CODE_AS_WORD
  if (node.type === 'Image') return ''
  if ('children' in node) return (node.children as TxtNode[]).map(textOf).join('')
  return 'value' in node ? String(node.value) : ''
}

/** The sentences of a node with inline children. */
export function sentencesOf(node: TxtParentNode): Sentence[] {
  const paragraph = splitAST({ ...node, type: 'Paragraph' } as Parameters<typeof splitAST>[0])
  return (paragraph.children as TxtNode[])
    .filter(({ type }) => (type as string) === 'Sentence')
    .map((sentence) => ({ node: sentence, text: textOf(sentence).trim() }))
    .filter(({ text }) => text !== '')
}

/** How many words a sentence has; signs between spaces are none. */
export const wordsIn = (text: string): number =>
  text.split(/\s+/).filter((word) => WORD.test(word)).length
