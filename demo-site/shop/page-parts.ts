import { html, type TemplateResult } from 'lit-html'
import { categoryUrl } from './category-address'

/** An element that the page's HTML promises; an error that names it when it is not there. */
export function part(root: ParentNode, selector: string): HTMLElement {
  const found = root.querySelector<HTMLElement>(selector)
  if (!found) throw new Error(`The page has no ${selector}.`)
  return found
}

/** The window's title for a page of the shop. */
export const pageTitle = (title: string): string => `${title} · Alder & Tide`

/** The way from the home page to a category, or past it when the page is about one of its products. */
export function breadcrumb(path: string, isPassedBy = false): TemplateResult {
  const names = path === '' ? [] : path.split('>')
  return html`
    <nav class="breadcrumb" aria-label="Breadcrumb">
      <ol>
        <li><a href="/">Home</a></li>
        ${names.map((name, place) =>
          place === names.length - 1 && !isPassedBy
            ? html`<li aria-current="page">${name}</li>`
            : html`<li><a href=${categoryUrl(names.slice(0, place + 1).join('>'))}>${name}</a></li>`,
        )}
      </ol>
    </nav>
  `
}
