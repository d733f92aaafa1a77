import { expect, test } from '../../support/fixtures/tag-page.ts'

const tile = (pid: string, inside: string, more = '') =>
  `<li data-svc-product="${pid}" ${more} style="padding: 20px">${inside}</li>`

const list = (tiles: string, more = '') => `<ul data-svc-query="shoes" ${more}>${tiles}</ul>`

const clicksIn = (reported: readonly { action: string; data: object }[]) =>
  reported.filter(({ action }) => action === 'click').map(({ data }) => data)

test('clicks by pointer, key and middle button count, whatever the page does with them', async ({
  page,
  watched,
}) => {
  await watched.open(`${list(
    tile('P1', '<a href="#1">left</a>') +
      tile('P2', '<a href="#2">middle</a>') +
      tile('P3', '<a href="#3">key</a>') +
      tile('P4', '<a href="#4">stopped</a>') +
      tile('P5', '<p>text <b>in it</b></p>', 'data-svc-variant="P5_7"') +
      tile('P6', '<svg width="40" height="40"><circle r="40"/></svg>') +
      tile('P7', '<a href="#7">with control</a>') +
      tile('P8', '<a href="#8">twice</a>') +
      tile('P9', '<span role="link" tabindex="0">a link to a script only</span>') +
      tile('P10', '<a href="#10">taken away</a>'),
    'data-svc-request-id="r-1"',
  )}<script>
    for (const type of ['click', 'auxclick', 'pointerdown']) {
      document.addEventListener(type, (event) => {
        if (event.target.textContent === 'stopped') event.stopImmediatePropagation()
        if (event.target.textContent === 'taken away' && event.type === 'click')
          event.target.closest('li').remove()
        event.preventDefault()
      }, true)
    }
  </script>`)
  const links = page.getByRole('link')
  await page.getByText('left').click()
  await page.getByText('middle').click({ button: 'middle' })
  await links.filter({ hasText: 'key' }).press('Enter')
  await page.getByText('stopped').click()
  await page.getByText('in it').click()
  await page.locator('circle').click()
  await page.getByText('with control').click({ modifiers: ['Control'] })
  await page.getByText('twice').dblclick()
  await links.filter({ hasText: 'script only' }).press('Enter')
  await page.getByText('taken away').click()

  const requestId = 'r-1'
  expect(clicksIn(await watched.reported())).toEqual([
    { pid: 'P1', requestId },
    { pid: 'P2', requestId },
    { pid: 'P3', requestId },
    { pid: 'P4', requestId },
    { pid: 'P5', variantId: 'P5_7', requestId },
    { pid: 'P6', requestId },
    { pid: 'P7', requestId },
    { pid: 'P8', requestId },
    { pid: 'P9', requestId },
    { pid: 'P10', requestId },
  ])
})

const CONTROLS = [
  '<button type="button">press</button>',
  '<label>press <input type="checkbox"></label>',
  '<label for="beside">press</label>',
  '<input aria-label="press">',
  '<input type="checkbox">',
  '<input type="radio">',
  '<input type="range">',
  '<input type="search">',
  '<select><option>press</select>',
  '<textarea></textarea>',
  '<details><summary>press</summary></details>',
  ...'button checkbox combobox listbox option radio searchbox slider spinbutton switch textbox'
    .split(' ')
    .map((role) => `<span role="${role}" tabindex="0"><b>press</b> this</span>`),
  '<div data-svc-ignore><a href="#i">press</a></div>',
  '<div data-svc-facet="color"><a href="#f" data-svc-value="Red">press</a></div>',
  '<a href="#c" data-svc-cart>press</a>',
  '<a href="#a" data-svc-facets-apply>press</a>',
  '<a href="#r" data-svc-facets-reset>press</a>',
]

test('presses on controls in a tile do not count as clicks on its product', async ({
  page,
  watched,
}) => {
  await watched.open(`<style>li > * { display: inline-block }</style>
    ${list(CONTROLS.map((control, index) => tile(`P${index}`, control)).join(''))}
    <input type="checkbox" id="beside"><ul data-svc-query="boots">${tile('OK', '<a href="#ok">open</a>')}</ul>`)
  for (const [index, control] of CONTROLS.entries()) {
    await page.locator(`[data-svc-product="P${index}"] > *`).click({ position: { x: 6, y: 6 } })
    // Closes its options, which would take the next press.
    if (control.startsWith('<select')) await page.keyboard.press('Escape')
  }
  await page.getByText('open').click()
  expect(clicksIn(await watched.reported())).toEqual([{ pid: 'OK' }])
})

test('clicks on a tile that is itself a control count, and so do presses that hardly move', async ({
  page,
  watched,
}) => {
  await watched.open(`<div data-svc-query="shoes">
    <button type="button" data-svc-product="B1">button</button>
    <label data-svc-product="L1">label</label>
    <p data-svc-product="M1">moved a little</p><p data-svc-product="D1">dragged a bit more</p></div>`)
  await page.getByText('button').click()
  await page.getByText('label').click()
  for (const [text, px] of [
    ['moved a little', 9],
    ['dragged', 11],
  ] as const) {
    const box = await page.getByText(text).boundingBox()
    const [x, y] = [(box?.x ?? 0) + 20, (box?.y ?? 0) + 5]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + px, y)
    await page.mouse.up()
  }
  expect(clicksIn(await watched.reported())).toEqual([{ pid: 'B1' }, { pid: 'L1' }, { pid: 'M1' }])
  expect(await watched.ignored()).toContain('a drag')
})

test('clicks are found through slots and open shadow roots', async ({ page, watched }) => {
  await watched.open(`<x-list></x-list><x-shut data-svc-product="S1"></x-shut>
    <x-slot><span>slotted</span></x-slot>
    <script>
      const define = (name, mode, html) => customElements.define(name, class extends HTMLElement {
        connectedCallback() { this.attachShadow({ mode }).innerHTML = html }
      })
      define('x-list', 'open', '<div data-svc-page="p"><x-tile></x-tile></div>')
      define('x-tile', 'open', '<div data-svc-product="T1"><x-inner></x-inner></div>')
      define('x-inner', 'open', '<p>deep inside</p>')
      define('x-shut', 'closed', '<p style="margin: 0">shut</p>')
      define('x-slot', 'open', '<div data-svc-product="L1"><slot></slot></div>')
    </script>`)
  await page.getByText('deep inside').click()
  await page.locator('x-shut').click()
  await page.getByText('slotted').click()
  expect(clicksIn(await watched.reported())).toEqual([{ pid: 'T1' }, { pid: 'S1' }, { pid: 'L1' }])
})
