import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { delayScript } from '../../support/fakes/delay-script.ts'
import { partOf } from '../../support/fixtures/parts.ts'
import { expect, test } from '../../support/fixtures/tag-page.ts'

/** Presses options in quick succession, like a person and unlike a careful driver. */
async function press(page: Page, ...labels: string[]) {
  const boxes = await Promise.all(labels.map((label) => page.getByLabel(label).boundingBox()))
  // Not awaited one by one: on a busy machine, two presses would be further apart than the time in which changes are collected.
  const acts = boxes.flatMap((box) => {
    const { x, y, width, height } = box ?? { x: 0, y: 0, width: 0, height: 0 }
    return [page.mouse.move(x + width / 2, y + height / 2), page.mouse.down(), page.mouse.up()]
  })
  await Promise.all(acts)
}

const settle = (page: Page) => page.waitForTimeout(400)

type Values = readonly (readonly [prank: string, val: string])[]

const values = (side: Values) => side.map(([prank, val]) => ({ prank, val }))

const facet = (prank: string, selected: Values, deselected: Values = []) => ({
  prank,
  ...(selected.length && { selected: values(selected) }),
  ...(deselected.length && { deselected: values(deselected) }),
})

const facetsIn = (reported: readonly { action: string; data: Record<string, unknown> }[]) =>
  reported.filter(({ action }) => action === 'facets').map(({ data }) => data)

const box = (value: string, more = '') =>
  `<label><input type="checkbox" data-svc-value="${value}" ${more}>${value}</label>`

const shoes = { page: 'shoes', page_type: 'BOOLEAN' }

test('check boxes, radio buttons, selects and ranges report selected and deselected values', async ({
  page,
  watched,
}) => {
  await watched.open(`<div data-svc-page="shoes" data-svc-request-id="r-1"></div>
    <fieldset data-svc-facet="color" data-svc-position="7">
      ${box('Red', 'data-svc-position="3"')}${box('Blue')}${box('Green', 'checked')}
      <button type="button">Show more</button>
    </fieldset>
    <fieldset data-svc-facet="brand">
      ${['Ace', 'Bolt'].map((name) => `<label><input type="radio" name="b" data-svc-value="${name}">${name}</label>`).join('')}
    </fieldset>
    <select data-svc-facet="size" aria-label="size"><option value="">All<option>S<option>M</select>
    <select data-svc-facet="fit" multiple aria-label="fit">
      <option data-svc-value="Slim">slim<option data-svc-value="Wide">wide</select>
    <div data-svc-facet="price"><input type="range" value="0" aria-label="from">
      <input type="range" value="100" aria-label="to"></div>
    <div data-svc-facet="rating"><input type="number" min="1" max="5" aria-label="at least"></div>`)

  await page.getByText('Show more').click()
  await press(page, 'Red', 'Green')
  await settle(page)
  await page.getByLabel('Red').uncheck()
  await settle(page)
  await press(page, 'Blue', 'Blue')
  await settle(page)
  await page.getByLabel('Ace').check()
  await settle(page)
  await page.getByLabel('Bolt').check()
  await settle(page)
  await page.getByLabel('size').press('S')
  await settle(page)
  await page.getByLabel('size').press('ArrowUp')
  await settle(page)
  await page.getByLabel('fit').press('Home')
  await settle(page)
  await page.getByLabel('fit').press('Shift+ArrowDown')
  await settle(page)
  await page.getByLabel('to', { exact: true }).press('PageDown')
  await settle(page)
  await page.getByLabel('from').press('PageUp')
  await settle(page)
  await page.getByLabel('at least').fill('4')
  await page.getByLabel('at least').press('Tab')
  await settle(page)

  const list = { ...shoes, requestId: 'r-1' }
  expect(facetsIn(await watched.reported())).toEqual(
    [
      { color: facet('7', [['3', 'Red']], [['3', 'Green']]) },
      { color: facet('7', [], [['3', 'Red']]) },
      { brand: facet('2', [['1', 'Ace']]) },
      { brand: facet('2', [['2', 'Bolt']], [['1', 'Ace']]) },
      { size: facet('3', [['1', 'S']]) },
      { size: facet('3', [], [['1', 'S']]) },
      { fit: facet('4', [['1', 'Slim']]) },
      { fit: facet('4', [['2', 'Wide']]) },
      { price: facet('5', [['1', '0 TO 90']]) },
      { price: facet('5', [['1', '10 TO 90']], [['1', '0 TO 90']]) },
      { rating: facet('6', [['1', '1 TO 4']]) },
    ].map((facets) => ({ ...list, facets })),
  )
})

test('toggle buttons and links report a selection at once, even on a slow page', async ({
  page,
  watched,
}) => {
  await watched.open(`<div data-svc-query="boots">
    <ul data-svc-facet="color">
      <li data-svc-value="Red"><button type="button" aria-pressed="false">Red</button></li>
      <li><button type="button" data-svc-value="Blue" aria-pressed="false">Blue</button></li>
    </ul>
    <nav data-svc-facet="type"><a href="#s" data-svc-value="Sandals">Sandals</a>
      <a href="#h" data-svc-value="High" aria-current="true">High</a></nav></div>
    <script>
      document.addEventListener('click', ({ target }) => {
        const state = target.tagName === 'A' ? 'aria-current' : 'aria-pressed'
        const toggle = () => target.setAttribute(state, target.getAttribute(state) !== 'true')
        if (target.textContent === 'Red') toggle()
        else setTimeout(toggle, 600)
      })
    </script>`)
  await page.getByText('Red').click()
  await settle(page)
  await page.getByText('Red').click()
  await settle(page)
  await page.getByText('Sandals').click()
  await settle(page)
  await page.getByText('High').click()
  await page.waitForTimeout(700)
  await page.getByText('Blue').click()
  await page.waitForTimeout(700)
  await page.getByText('Red').click()
  await settle(page)

  expect(facetsIn(await watched.reported())).toEqual(
    [
      { color: facet('1', [['1', 'Red']]) },
      { color: facet('1', [], [['1', 'Red']]) },
      { type: facet('2', [['1', 'Sandals']]) },
      { type: facet('2', [], [['2', 'High']]) },
      { color: facet('1', [['2', 'Blue']]) },
      { color: facet('1', [['1', 'Red']]) },
    ].map((facets) => ({ query: 'boots', facets })),
  )
})

test('a cross that clears a facet once the shop has answered is reported, but no control that only shows more', async ({
  page,
  watched,
}) => {
  await watched.open(`<div data-svc-query="boots"></div>
    <fieldset data-svc-facet="color"><button type="button" aria-label="Clear"><b>×</b></button>
      ${box('Red', 'checked')}${box('Blue', 'checked')}${box('Grey')}
      <button type="button" aria-expanded="false">More</button></fieldset>
    <script>
      const boxes = document.querySelectorAll('input')
      const later = (change) => () => setTimeout(change, 600)
      document.querySelector('[aria-label]').onclick = later(() => boxes.forEach((one) => (one.checked = false)))
      document.querySelector('[aria-expanded]').onclick = later(() => (boxes[2].checked = true))
    </script>`)
  await page.getByText('×').click()
  await watched.noticed('facets')
  await page.getByText('More').click()
  await expect(page.getByLabel('Grey')).toBeChecked()
  await settle(page)
  expect(facetsIn(await watched.reported()).map(({ facets }) => facets)).toEqual([
    {
      color: facet(
        '1',
        [],
        [
          ['1', 'Red'],
          ['2', 'Blue'],
        ],
      ),
    },
  ])
})

test('ARIA controls report selections by mouse and key, but no press without a change', async ({
  page,
  watched,
}) => {
  const radio = (name: string) =>
    `<button type="button" role="radio" aria-checked="false" data-svc-value="${name}">${name}</button>`
  const option = (name: string, more = '') =>
    `<li role="option" tabindex="0" aria-selected="false" data-svc-value="${name}" ${more}>${name}</li>`
  await watched.open(`<div data-svc-query="boots"></div>
    <div data-svc-facet="brand" role="radiogroup">${radio('Ace')}${radio('Bolt')}</div>
    <ul data-svc-facet="size" role="listbox">${option('S')}${option('M', 'data-late="600"')}${option('L', 'aria-disabled="true"')}</ul>
    <script>
      const choose = (element) => {
        if (element.getAttribute('aria-disabled')) return
        const state = element.getAttribute('role') === 'option' ? 'aria-selected' : 'aria-checked'
        for (const other of element.parentNode.children) other.setAttribute(state, other === element)
      }
      const pressed = (element) => setTimeout(() => choose(element), element.dataset.late ?? 0)
      addEventListener('click', ({ target }) => target.dataset.svcValue && pressed(target))
      addEventListener('keydown', (event) => {
        const { target, key } = event
        if (key === 'ArrowRight') {
          target.nextElementSibling.focus()
          choose(target.nextElementSibling)
        }
        if (target.localName === 'button' || key !== 'Enter') return
        event.preventDefault()
        pressed(target)
      })
    </script>`)
  const named = (name: string) => page.getByText(name, { exact: true })
  let count = 0
  const next = () => watched.noticed('facets', ++count)
  await named('Ace').click()
  await next()
  await named('Ace').click()
  await named('Ace').press('Space')
  await settle(page)
  await named('Ace').press('ArrowRight')
  await next()
  await named('S').press('Enter')
  await next()
  await named('L').click({ force: true })
  await settle(page)
  await named('M').click()
  await next()
  await expect.poll(() => named('M').getAttribute('aria-selected')).toBe('true')
  await named('M').click()
  await settle(page)

  expect(facetsIn(await watched.reported()).map(({ facets }) => facets)).toEqual([
    { brand: facet('1', [['1', 'Ace']]) },
    { brand: facet('1', [['2', 'Bolt']], [['1', 'Ace']]) },
    { size: facet('2', [['1', 'S']]) },
    { size: facet('2', [['2', 'M']], [['1', 'S']]) },
  ])
})

test('with two groups of the same name, or nested values, the ones that changed are reported', async ({
  page,
  watched,
}) => {
  await watched.open(`<div data-svc-query="shoes"></div>
    <div style="display: none"><fieldset data-svc-facet="color">${box('Red')}${box('Blue')}</fieldset></div>
    <main><fieldset data-svc-facet="color">${box('Red')}${box('Blue')}</fieldset></main>
    <ul data-svc-facet="category"><li data-svc-value="Men"><a href="#m">Men</a>
      <ul><li data-svc-value="Clogs" data-svc-selected="false"><a href="#c">Clogs</a></li></ul></li></ul>
    <script>
      document.querySelector('[href="#c"]').onclick = ({ target }) => {
        target.parentNode.dataset.svcSelected = 'true'
      }
      // A value that the page sets by itself, without an event, was not chosen by the shopper.
      addEventListener('load', () => setTimeout(() => {
        document.querySelector('main input').checked = true
      }, 300))
    </script>`)
  await expect(page.locator('main').getByLabel('Red')).toBeChecked()
  await page.locator('main').getByLabel('Blue').check()
  await settle(page)
  await page.locator('main').getByLabel('Red').uncheck()
  await settle(page)
  await page.getByText('Clogs').click()
  await settle(page)
  expect(facetsIn(await watched.reported()).map(({ facets }) => facets)).toEqual([
    { color: facet('1', [['2', 'Blue']]) },
    { color: facet('1', [], [['1', 'Red']]) },
    { category: facet('2', [['2', 'Clogs']]) },
  ])
})

test('a range is reported when the shopper stops dragging it', async ({ page, watched }) => {
  await watched.open(`<div data-svc-query="boots"></div>
    <div data-svc-facet="price"><input type="range" value="0" aria-label="from">
      <input type="range" value="100" aria-label="to"></div>`)
  const { x, y, width, height } = (await page.getByLabel('from').boundingBox()) ?? {
    x: 0,
    y: 0,
    width: 0,
    height: 0,
  }
  await page.mouse.move(x + 8, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + width / 2, y + height / 2, { steps: 5 })
  await expect.poll(() => page.getByLabel('from').inputValue()).toBe('50')
  await settle(page)
  expect(await watched.reported()).toEqual([])
  await page.mouse.up()
  await watched.noticed('facets')
  expect(facetsIn(await watched.reported()).map(({ facets }) => facets)).toEqual([
    { price: facet('1', [['1', '50 TO 100']]) },
  ])
})

test('a facet link that loads a page is reported with the page it was on, and can be undone on the next page', async ({
  page,
  shop,
  watched,
}) => {
  const links = (red: string, more = '') =>
    `<div data-svc-page="shoes"><nav data-svc-facet="color"><a href="${red}" data-svc-value="Red" ${more}>Red</a></nav></div>`
  const tag = shop.tag({ 'data-record-bots': '' })
  shop.page('/red', `<!doctype html>${tag}<body>red shoes${links('/all', 'aria-current="true"')}`)
  shop.page('/all', `<!doctype html>${tag}<body>all shoes${links('/red')}`)
  await watched.open(links('/red'))
  const url = page.url()
  await partOf(page, 'svc-facets.')
  await page.getByText('Red', { exact: true }).click()
  await page.getByText('red shoes').waitFor()
  await partOf(page, 'svc-facets.')
  await page.getByText('Red', { exact: true }).click()
  await page.getByText('all shoes').waitFor()
  await page.waitForFunction('window.svc?.ready.then(() => true)')

  const reported = await watched.reported()
  expect(facetsIn(reported).map(({ facets }) => facets)).toEqual([
    { color: facet('1', [['1', 'Red']]) },
    { color: facet('1', [], [['1', 'Red']]) },
  ])
  const [first] = await shop.received('facets')
  expect(first?.data).toMatchObject({ ...shoes, url })
})

test('a press before the facets part has loaded is reported, even if the facets are redrawn', async ({
  page,
  watched,
}) => {
  const release = await delayScript(page, 'svc-facets.*.js')
  await watched.open(`<div data-svc-query="shoes"></div><aside></aside><script>
    const chosen = new Set(['Old'])
    const aside = document.querySelector('aside')
    const draw = () => {
      aside.innerHTML = '<fieldset data-svc-facet="color">' + ['Old', 'Red', 'Blue'].map((value) =>
        '<label><input type="checkbox" data-svc-value="' + value + '"' + (chosen.has(value) ? ' checked' : '') + '>' + value + '</label>').join('')
    }
    addEventListener('load', draw)
    aside.addEventListener('change', ({ target }) => {
      const value = target.dataset.svcValue
      chosen.delete(value) || chosen.add(value)
      setTimeout(draw)
    })</script>`)
  await page.getByLabel('Red').check()
  await page.getByLabel('Old').uncheck()
  await page.getByLabel('Blue').check()
  release()
  await settle(page)
  expect(facetsIn(await watched.reported()).map(({ facets }) => facets)).toEqual([
    {
      color: facet(
        '1',
        [
          ['2', 'Red'],
          ['3', 'Blue'],
        ],
        [['1', 'Old']],
      ),
    },
  ])
})

const installed = (file: string) =>
  fileURLToPath(new URL(`../../../node_modules/${file}`, import.meta.url))

const select = `<select data-svc-facet="color" aria-label="Color">
  <option value="">All</option><option>Red</option><option>Blue</option></select>`

/** A list that is redrawn while the pointer goes down, so that no click follows. */
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

/** The replacements for the select: the file, if it is a library, and the elements to press to open the list. */
const replacements: Readonly<
  Record<string, { file?: string; script: string; opener?: string; option: string }>
> = {
  choices: {
    file: 'choices.js/public/assets/scripts/choices.min.js',
    script: `<script>new Choices('select', { searchEnabled: false, shouldSort: false })</script>`,
    opener: '.choices',
    option: '.choices__list--dropdown [role=option]',
  },
  // Its list is at the end of the page.
  'slim-select': {
    file: 'slim-select/dist/slimselect.iife.js',
    script: `<script>new SlimSelect({ select: 'select', settings: { showSearch: false } })</script>`,
    opener: '.ss-main',
    option: '.ss-content .ss-option',
  },
  'a list that is drawn anew on mousedown': { script: drawnAnew, option: 'li' },
}

test('selections and searches by a script are not reported, on an untouched page or after a search', async ({
  page,
  shop,
}) => {
  // Nothing is evaluated in this page before its end, because Firefox would treat that as a user activation.
  shop.page(
    '/scripted.html',
    `<!doctype html>${shop.tag({ 'data-record-bots': '' })}<body><div data-svc-query="shoes"></div>
    <fieldset data-svc-facet="size">${box('S')}${box('M')}</fieldset><p>${select}</p>
    <form data-svc-search><input type="search" value="preset" aria-label="Search"></form>
    <input aria-label="Filter the list">
    <script>
      const act = () => {
        if (!window.svc) return setTimeout(act, 50)
        document.querySelector('input').click()
        document.querySelector('form').requestSubmit()
        new Image().src = '/acted'
      }
      setTimeout(act, 2_000)
      const select = document.querySelector('select')
      addEventListener('keydown', () => {
        select.value = select.value === 'Red' ? 'Blue' : 'Red'
        select.dispatchEvent(new Event('change', { bubbles: true }))
      })
      addEventListener('submit', (event) => event.preventDefault())
    </script>`,
  )
  const acted = page.waitForRequest('**/acted')
  await shop.open('/scripted.html')
  await shop.waitFor('visitor')
  await acted
  await page.getByLabel('Search').fill('typed')
  await page.getByLabel('Search').press('Enter')
  await page.getByLabel('Filter the list').press('b')
  await page.getByLabel('Filter the list').press('Tab')
  expect(await shop.waitFor('search')).toMatchObject([{ data: { query: 'typed' } }])
  await settle(page)
  await page.getByLabel('M').check()
  const facets = (await shop.waitFor('facets')).map(({ data }) => Object(data).facets)
  expect(facets).toEqual([{ size: facet('1', [['2', 'M']]) }])
})

test('selections in a replacement for a select count, whatever renders it', async ({
  page,
  watched,
}) => {
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
