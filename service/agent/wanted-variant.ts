import type { Wanted } from './chat-reply.ts'
import type { Constraint } from './constraints.ts'
import type { Lexicon } from './lexicon.ts'
import { COLOUR_FIELD } from './product-columns.ts'

/** The variant of each product that some wishes ask for. */
export const wantedIn = (lexicon: Lexicon, constraints: readonly Constraint[]): Wanted => ({
  colours: coloursWanted(lexicon, constraints),
  sizes: sizesWanted(lexicon, constraints),
})

/** The sizes asked for. */
const sizesWanted = (
  { sizeColumn }: Lexicon,
  constraints: readonly Constraint[],
): readonly string[] =>
  constraints.flatMap((one) =>
    one.kind === 'value' && !one.not && one.field === sizeColumn?.field.name ? one.values : [],
  )

/** The colours asked for; of all others, when some are not wanted. */
function coloursWanted(
  { columns }: Lexicon,
  constraints: readonly Constraint[],
): readonly string[] {
  const own = constraints.flatMap((one) =>
    one.kind === 'value' && COLOUR_FIELD.test(one.field) ? [one] : [],
  )
  const wanted = own.flatMap((one) => (one.not ? [] : one.values))
  if (wanted.length > 0 || own.length === 0) return wanted
  const out = own.flatMap(({ values }) => values)
  return columns.catalog.columns
    .filter(({ field }) => COLOUR_FIELD.test(field.name))
    .flatMap(({ values }) => values.map(String))
    .filter((value) => !out.includes(value))
}
