import { categoryTree, leafCategories } from '../../catalog/category-tree'
import { colours } from '../../catalog/colours'

/** How many suggestions fit under the box without hiding the page. */
const LIMIT = 6

/** Suggestions before anything is typed. */
const popular = ['sneakers', 'linen', 'rain jacket', 'backpack', 'merino', 'side table']

/** Searches that begin with, or have a word that begins with, what was typed so far. */
export function suggestionsFor(typed: string): readonly string[] {
  const wanted = typed.trim().toLowerCase()
  if (wanted === '') return popular
  const all = [...new Set([...popular, ...things(), ...colouredThings(wanted)])]
  const fitting = all.filter((text) => ` ${text}`.includes(` ${wanted}`) && text !== wanted)
  return fitting.slice(0, LIMIT)
}

const things = () => leafCategories(categoryTree()).map(({ name }) => name.toLowerCase())

/** `navy s` leads to `navy sneakers`. */
function colouredThings(wanted: string): string[] {
  const names = colours.map(({ name }) => name.toLowerCase())
  const colour = names.find((name) => wanted.startsWith(`${name} `) || name.startsWith(wanted))
  return colour ? things().map((thing) => `${colour} ${thing}`) : []
}
