import { expect, test } from '../../support/fixtures/tag-page.ts'

const block = (text: string) => `<script type="application/json" data-svc-events>${text}</script>`

const search = (query: string) => ({ action: 'search', data: { query } })

const json = (...events: readonly object[]) => block(JSON.stringify(events))

test('events that the server wrote into the page are reported once, now or later', async ({
  page,
  watched,
}) => {
  const first = json(search('from the server'), { action: 'click', data: { pid: 'P1' } })
  await watched.open(`<div id="here">${first}</div>`)
  await watched.noticed('click')
  await page.evaluate(
    ([again, late]) => {
      const here = document.getElementById('here')
      if (here) here.innerHTML = again ?? ''
      const script = document.createElement('script')
      script.type = 'application/json'
      script.dataset.svcEvents = ''
      document.body.append(script)
      script.append(late ?? '')
    },
    [first, JSON.stringify([search('later')])],
  )
  await watched.noticed('search', 2)
  expect(await watched.reported()).toEqual([
    search('from the server'),
    { action: 'click', data: { pid: 'P1' } },
    search('later'),
  ])
})

test('a data block has a size limit, cannot set prototypes, and is ignored in inert places', async ({
  page,
  watched,
}) => {
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
  await watched.open(`${block('[{"action":"search"')}${block('{"action":"search"}')}${block('[null, 7]')}
    ${block(deep)}${block(JSON.stringify([search('x'.repeat(100_000))]))}
    <div data-svc-ignore>${json(search('from a review'))}</div>
    <p data-svc-events>${JSON.stringify([search('not a script')])}</p>
    ${block('[{"data":{}},{"action":{"toString":1}},{"action":"search","data":{"query":"beside"}}]')}
    ${block('[{"__proto__":{"polluted":1},"action":"search","data":{"constructor":{"prototype":{"polluted":1}},"query":"clean"}}]')}`)
  await watched.noticed('search', 2)
  expect(await watched.reported()).toEqual([search('beside'), search('clean')])
  expect(await watched.ignored()).toEqual([
    'data-svc-events is not a list of {action, data}',
    'inside data-svc-ignore',
    expect.stringContaining('there is no action "undefined"'),
    expect.stringContaining('there is no action "object"'),
  ])
  expect(await page.evaluate(() => 'polluted' in {})).toBe(false)
})
