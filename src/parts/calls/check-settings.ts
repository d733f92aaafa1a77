import { reportError } from '../../browser/guard'
import { scriptAttributes } from '../../browser/load-part'
import { settingFaults, settings, writtenSettings } from '../../settings/read-settings'
import type { Settings } from '../../settings/settings'
import { SETTINGS, type SettingForm, STOPS } from '../../settings/settings-table'
import { signalConsent } from '../../visitor/consent'
import { UNRENDERED } from '../../wire/fields'
import { nearName } from './near-name'

/** What each form of a setting needs, in the words of an error. */
const NEEDS: { readonly [Form in SettingForm]: string } = {
  text: 'a text',
  address: 'an http(s) URL',
  flag: 'true or false',
  positive: 'a positive number',
  texts: 'a list of strings, in an attribute as JSON',
  numbers: 'a list of numbers, in an attribute as JSON',
  kinds: 'a list of "path" and "phone", in an attribute as JSON',
  consent: 'granted, denied or hold',
  preset: 'vendor',
  impressions: '"load" or {"ratio": 0.5, "dwellMs": 1000}',
  paths: 'a regular expression for paths',
  rules: 'true, false, or rules, in an attribute as JSON',
  map: 'rules, e.g. {"cart": {"in": ".buy"}}',
}

/** What the tag does with a value that it cannot read. */
function consequence(name: keyof Settings): string {
  const [, , otherwise] = SETTINGS[name]
  if (otherwise === STOPS) return 'so the tag does not start'
  const used = settings[name]
  return used === undefined || used === ''
    ? 'so it has no effect'
    : `so ${JSON.stringify(used)} counts`
}

/** The name of a setting as an attribute, without `data-`. */
export const kebab = (name: string) =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** A setting as its author wrote it: `data-site-key` on the element, `siteKey` in a call. */
export const writtenName = (name: string, like = name): string =>
  name in scriptAttributes ? `data-${kebab(like)}` : like

/** A mistake in the settings. */
export interface SettingMistake {
  /** The name as written, or the setting that a misspelt name was meant to be. */
  readonly name: string
  readonly isUnknown: boolean
  /** What was found and what it means, and what to write instead; each a sentence. */
  readonly message: string
  readonly fix: string
}

const isTemplate = (value: unknown) => typeof value === 'string' && UNRENDERED.test(value.trim())

const unreadable = (name: keyof Settings): SettingMistake => {
  const value = writtenSettings[name]
  const what = isTemplate(value) ? ', an unrendered template' : ''
  return {
    name,
    isUnknown: false,
    message: `${writtenName(name)} is “${typeof value === 'object' ? JSON.stringify(value) : value}”${what}, ${consequence(name)}.`,
    fix: `It needs ${NEEDS[SETTINGS[name][0]]}.`,
  }
}

/** A text that is read but is an unrendered template. */
const unrendered = () =>
  (Object.keys(SETTINGS) as (keyof Settings)[]).filter(
    (name) => isTemplate(writtenSettings[name]) && !settingFaults.unreadable.includes(name),
  )

/** A name that is no setting. Attributes that do not resemble a setting belong to other scripts. */
function unknown(name: string): readonly SettingMistake[] {
  const meant = nearName(name, Object.keys(SETTINGS))
  if (name in scriptAttributes && !meant) return []
  const right = meant && writtenName(name, meant)
  return [
    {
      name: meant ?? name,
      isUnknown: true,
      message: `There is no setting ${writtenName(name)}, so it has no effect.`,
      fix: right ? `Did you mean ${right}?` : 'Look its name up in the API pages, or leave it out.',
    },
  ]
}

/** All mistakes in the settings, in the order of the settings. The console, the audit and the inspector name them. */
export const settingMistakes = (): readonly SettingMistake[] => [
  ...[...settingFaults.unreadable, ...unrendered()].map(unreadable),
  ...settingFaults.unknown.flatMap(unknown),
]

let isChecked = false

/** Names each mistake in the settings as an error on the console, once, and ends the wait for names that are no misspelt consent. */
export function checkSettings() {
  if (isChecked) return
  isChecked = true
  // The report of the setup names these two if they are missing.
  const mistakes = settingMistakes().filter(
    ({ name }) => !/^(siteKey|trackerUrl)$/.test(name) || settings[name as 'siteKey'],
  )
  for (const { message, fix } of mistakes) reportError(`${message} ${fix}`)
  const isConsent = (name: string) => nearName(name, Object.keys(SETTINGS)) === 'consent'
  if (!settingFaults.unknown.some(isConsent)) signalConsent('settings', undefined)
}
