import { fileURLToPath } from 'node:url'
import { expect, test } from '../../support/fixtures/tag-page.ts'

const installed = (file: string) =>
  fileURLToPath(new URL(`../../../node_modules/${file}`, import.meta.url))

const select = `<select data-svc-facet="color" aria-label="Color">
  <option value="">All</option><option>Red</option><option>Blue</option></select>`

/** A list that draws itself anew while the pointer goes down, so that no click ever comes. */
const drawnAnew = `<script>
  const select = document.querySelector('select')
  select.hidden = true
  const list = select.parentNode.appendChild(document.createElement('ul'))
  const draw = () => {
    list.innerHTML = [...select.options].map(({ text }) => '<li>' + text + '</li>').join('')
  }
  list.addEventListener('mousedown', ({ target }) => {
    select.value = target.textContent === 'All' ? '' : target.textContent
    draw()
    select.dispatchEvent(new Event('change', { bubbles: true }))
  })
  draw()</script>`

/** What stands in the place of the select; its file, if it is a library; and what is pressed to see the list. */
const replacements: Readonly<
  Record<string, { file?: string; script: string; opener?: string; option: string }>
> = {
  choices: {
    file: 'choices.js/public/assets/scripts/choices.min.js',
    script: `<script>new Choices('select', { searchEnabled: false, shouldSort: false })</script>`,
    opener: '.choices',
    option: '.choices__list--dropdown [role=option]',
  },
  // Its list stands at the end of the page.
  'slim-select': {
    file: 'slim-select/dist/slimselect.iife.js',
    script: `<script>new SlimSelect({ select: 'select', settings: { showSearch: false } })</script>`,
    opener: '.ss-main',
    option: '.ss-content .ss-option',
  },
  'a list that is drawn anew on mousedown': { script: drawnAnew, option: 'li' },
}

test('a script that sets a facet anew after a search has chosen nothing', async ({
  page,
  shop,
  watched,
}) => {
  await watched.open(`<div data-svc-page="shoes"></div><p>${select}</p>
    <form data-svc-search><input type="search" aria-label="Search"></form>
    <input aria-label="Filter the list"><script>
      const select = document.querySelector('select')
      addEventListener('keydown', () => {
        select.value = select.value === 'Red' ? 'Blue' : 'Red'
        select.dispatchEvent(new Event('change', { bubbles: true }))
      })
      addEventListener('submit', (event) => event.preventDefault())</script>`)
  await page.getByLabel('Search').press('r')
  await page.getByLabel('Search').press('Enter')
  await page.getByLabel('Filter the list').press('b')
  await page.getByLabel('Filter the list').press('Tab')
  await shop.waitFor('search')
  await page.waitForTimeout(500)
  expect((await watched.reported()).filter(({ action }) => action === 'facets')).toEqual([])
})

test('a choice in the place of a select counts, whatever draws it', async ({ page, watched }) => {
  for (const [name, { file, script, opener, option }] of Object.entries(replacements)) {
    watched.begin()
    if (file) await page.route(`**/${name}.js`, (route) => route.fulfill({ path: installed(file) }))
    const library = file ? `<script src="/${name}.js"></script>` : ''
    await watched.open(`<div data-svc-page="shoes"></div><p>${select}</p>${library}${script}`)
    for (const [index, value] of ['Blue', 'Red'].entries()) {
      if (opener) await page.locator(opener).first().click()
      await page.locator(option, { hasText: value }).click()
      await watched.noticed('facets', index + 1)
      // A list that closes may move under the next press.
      await page.waitForTimeout(400)
    }
    const facets = (await watched.reported()).map(({ data }) => data.facets)
    expect(facets, name).toEqual([
      { color: { prank: '1', selected: [{ prank: '2', val: 'Blue' }] } },
      {
        color: {
          prank: '1',
          selected: [{ prank: '1', val: 'Red' }],
          deselected: [{ prank: '2', val: 'Blue' }],
        },
      },
    ])
  }
})
