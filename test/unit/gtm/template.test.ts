import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { type Report, runTemplate } from '../../support/gtm/run-template.ts'
import { accepts, valueFields } from '../../support/gtm/template-fields.ts'
import { parseTemplate, type TemplateFile } from '../../support/gtm/template-file.ts'

const folder = new URL('../../../src/gtm/', import.meta.url)
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8')
const template = parseTemplate(read('template.tpl'))

const strictly = (changes: Partial<TemplateFile> = {}): Report =>
  runTemplate({ ...template, ...changes })

/** Nothing is proved by breaking what is broken already, so the first test has to pass. */
const isGreen = ({ failed, problems }: Report) => failed.length === 0 && problems.length === 0

test('all scenarios of the template pass, and use every permission and field', () => {
  const { passed, failed, problems } = strictly()
  expect({ failed, problems }).toEqual({ failed: [], problems: [] })
  expect(passed).toHaveLength(template.tests.scenarios.length)
})

test('no permission can be left out unnoticed', () => {
  const green = template.permissions.filter((left) =>
    isGreen(strictly({ permissions: template.permissions.filter((other) => other !== left) })),
  )
  expect(green).toEqual([])
})

const field = (name: string) => {
  const found = valueFields(template.fields).find((one) => one.name === name)
  if (!found) throw new Error(`no field ${name}`)
  return found
}

const entered: readonly (readonly [
  name: string,
  good: readonly string[],
  bad: readonly string[],
])[] = [
  ['siteKey', ['SITE', '{{Site key}}'], ['']],
  [
    'trackerUrl',
    ['https://t.example', 'https://t.example/a/'],
    ['', 'http://t.example', 't.example', 'https://t.example?a=1'],
  ],
  ['browseUrl', ['', 'https://s.example:8443'], ['http://s.example', 'https://s.example/ x']],
  ['scriptUrl', ['', 'https://cdn.example/svc.js', '{{Script}}'], ['//cdn.example/svc.js']],
  ['visiblePercent', ['1', '50', '100'], ['0', '101', '5.5']],
  ['visibleMs', ['0', '1000'], ['-1', 'x']],
  ['pids', ['a,b'], ['']],
]
for (const [name, good, bad] of entered) {
  test(`the form takes and refuses the right texts for ${name}`, () => {
    expect(good.filter((text) => !accepts(field(name), text))).toEqual([])
    expect(bad.filter((text) => accepts(field(name), text))).toEqual([])
  })
}

test('the default script is one that the template may inject', () => {
  expect(JSON.stringify(template.permissions)).toContain(String(field('scriptUrl').defaultValue))
})

test('the gallery finds what it asks for', () => {
  expect(template.info).toMatchObject({
    type: 'TAG',
    containerContexts: ['WEB'],
    categories: expect.arrayContaining(['ANALYTICS']),
    brand: { thumbnail: expect.stringMatching(/^data:image\/png;base64,/) },
  })
  expect(read('template.tpl')).toContain('___TERMS_OF_SERVICE___')
  expect(read('LICENSE')).toMatch(/^\s*Apache License\s+Version 2\.0/)
})

test('the gallery can read which versions there are', () => {
  const { homepage, documentation, versions } = parseYaml(read('metadata.yaml'))
  for (const address of [homepage, documentation]) expect(address).toMatch(/^https:\/\//)
  expect(versions.length).toBeGreaterThan(0)
  for (const version of versions) {
    expect(version).toEqual({
      sha: expect.stringMatching(/^[0-9a-f]{40}$/),
      changeNotes: expect.stringMatching(/\w/),
    })
  }
})
