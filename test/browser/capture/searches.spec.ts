import { expect, test } from '../../support/fixtures/tag-page.ts'

test('searches by Enter, button and suggestion are reported once per intent, with and without a form', async ({
  page,
  watched,
}) => {
  await watched.open(`
    <form data-svc-search id="one" onsubmit="event.preventDefault(); event.stopPropagation()">
      <input type="text" name="decoy"><input type="search" aria-label="one"><button>Go</button>
    </form>
    <form data-svc-search onsubmit="return false">
      <input aria-label="password" type="password"><input aria-label="two"><button>2</button>
    </form>
    <form data-svc-search onsubmit="return false">
      <input type="search" aria-label="decoy"><input aria-label="three" data-svc-search-input><button>3</button>
    </form>
    <form onsubmit="return false"><input aria-label="unmarked"></form>
    <a href="#s" data-svc-search="red shoes">red <b>shoes</b></a>
    <button data-svc-search="filled in" onclick="
      const field = document.querySelector('#one [type=search]')
      field.value = 'filled in'
      document.getElementById('one').requestSubmit()">fill in</button>
    <div data-svc-ignore><a href="#i" data-svc-search="injected">a review</a></div>
    <div data-svc-search><input type="search" aria-label="box"><button type="button">Find</button>
      <p>Popular</p><a href="#s" data-svc-search="umbrellas">umbrellas</a></div>`)
  await page.getByLabel('one').fill('  boots ')
  await page.getByLabel('one').press('Enter')
  await page.getByLabel('unmarked').fill('not a search')
  await page.getByLabel('unmarked').press('Enter')
  await page.getByLabel('one').fill('sandals')
  await page.getByText('Go').dblclick()
  // The same words a second later are another search.
  await page.waitForTimeout(1_000)
  await page.getByText('Go').click()
  await page.getByLabel('one').fill('   ')
  await page.getByText('Go').click()
  await page.getByLabel('two').fill('two')
  await page.getByLabel('two').press('Enter')
  await page.getByLabel('three').fill('three')
  await page.getByLabel('three').press('Enter')
  await page.getByText('red shoes').click()
  await page.getByText('fill in').click()
  await page.getByText('a review').click()
  const box = page.getByLabel('box')
  await box.fill('hats')
  await page.getByText('Popular').click()
  await box.press('Enter')
  await box.fill('gloves')
  await page.getByText('Find').click()
  await page.getByText('umbrellas').click()
  // An Enter that ends a composition does not search.
  await box.fill('')
  const keyboard = await page.context().newCDPSession(page)
  await keyboard.send('Input.imeSetComposition', {
    text: '靴',
    selectionStart: 1,
    selectionEnd: 1,
  })
  await box.press('Enter')
  await keyboard.send('Input.insertText', { text: '靴と傘' })
  await box.press('Enter')

  const reported = await watched.reported()
  expect(reported.map(({ action, data }) => [action, data])).toEqual(
    [
      ...['boots', 'sandals', 'sandals', 'two', 'three', 'red shoes', 'filled in'],
      ...['hats', 'gloves', 'umbrellas', '靴と傘'],
    ].map((query) => ['search', { query }]),
  )
  expect(await watched.ignored()).toEqual([
    'searched before',
    'nothing to search for',
    'inside data-svc-ignore',
  ])
})
