import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { createBrowser } from '../fakes/fake-browser'
import { openPage } from '../fakes/fake-page'

const project = fileURLToPath(new URL('../..', import.meta.url))

/** The TCF purposes without which a tag without that setting has no consent. */
function neededPurposes() {
  const all = Array.from({ length: 11 }, (_, index) => index + 1)
  return all.filter((missing) => {
    const consents = Object.fromEntries(all.map((purpose) => [purpose, purpose !== missing]))
    const { tag, run } = openPage(createBrowser(), {
      window: {
        __tcfapi: (command: string, _version: number, callback: (...data: unknown[]) => void) =>
          command === 'addEventListener' &&
          callback({ eventStatus: 'tcloaded', purpose: { consents } }, true),
      },
    })
    run(() => tag.tcf.followTcf())
    return tag.consent.consentState() === 'denied'
  })
}

test('the docstring of a setting names the default that it has', () => {
  const source = readFileSync(join(project, 'src/settings/settings.ts'), 'utf8')
  const written = [...source.matchAll(/@defaultValue `(.+)`\n {3}\*\/\n {2}readonly (\w+)/g)].map(
    ([, value = '', name = '']) => [name, ts.transpile(`(${value})`)] as const,
  )
  const named = Object.fromEntries(
    // biome-ignore lint/security/noGlobalEval: it is this project's own source.
    written.map(([name, value]) => [name, eval(value) as unknown]),
  )
  const { tag, run } = openPage(createBrowser())
  run(() => tag.checkSettings.checkSettings())
  const { siteKey: _siteKey, trackerUrl: _trackerUrl, ...settings } = tag.readSettings.settings
  // A page without these two settings finds them out, or its part has the default.
  const { tcfPurposes, trackerCors: _trackerCors, ...others } = named
  expect(others).toEqual(settings)
  expect(tcfPurposes).toEqual(neededPurposes())
})
