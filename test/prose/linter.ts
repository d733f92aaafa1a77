import { TextlintKernelDescriptor } from '@textlint/kernel'
import { moduleInterop } from '@textlint/module-interop'
import markdownPlugin from '@textlint/textlint-plugin-markdown'
import type { TextlintMessage, TextlintRuleModule } from '@textlint/types'
import { createLinter } from 'textlint'
import terminology from 'textlint-rule-terminology'
import { openings, sentenceLength } from './rules.ts'
import { terms } from './terms.ts'

const rule = (ruleId: string, module: unknown, options?: object) => ({
  ruleId,
  rule: moduleInterop(module) as TextlintRuleModule,
  ...(options && { options }),
})

const descriptor = new TextlintKernelDescriptor({
  rules: [
    rule('sentence-length', sentenceLength),
    rule('openings', openings),
    rule('terminology', terminology, { defaultTerms: false, terms }),
  ],
  filterRules: [],
  plugins: [{ pluginId: 'markdown', plugin: moduleInterop(markdownPlugin) }],
})

const linter = createLinter({ descriptor })

/** Mistakes in the prose of a Markdown text: long sentences, banned openings, words of the old dialect. */
export async function lintProse(text: string, file = 'page.md'): Promise<TextlintMessage[]> {
  const { messages } = await linter.lintText(text, file)
  return messages
}
