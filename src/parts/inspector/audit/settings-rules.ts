import { settings, writtenSettings } from '../../../settings/read-settings'
import { currentVisitor } from '../../../visitor/visitor'
import { kebab, settingMistakes, writtenName } from '../../calls/check-settings'
import { type FindingText, findingOf, pageRule, type Rule } from './audited-page'

/** Names the mistake in a required setting. */
function problemOf(name: 'siteKey' | 'trackerUrl'): FindingText {
  const wrong = settingMistakes().find((one) => one.isUnknown && one.name === name)
  const attribute = `data-${kebab(name)}`
  if (wrong) {
    const [, found = ''] = /no setting ([\w-]+)/.exec(wrong.message) ?? []
    const right = found.startsWith('data-') ? attribute : name
    return {
      message: `${found} is not a setting, so ${right} is missing and nothing is reported.`,
      fix: `Write ${right} instead of ${found}.`,
    }
  }
  const given = writtenSettings[name]
  const needs = name === 'siteKey' ? 'the site key of your account' : 'an http(s) address'
  return given === undefined
    ? {
        message: `${attribute} is missing, so nothing is reported.`,
        fix: `Write ${needs} into ${attribute} of the script element, or pass ${name} to svc.init().`,
      }
    : {
        message: `${writtenName(name)} is “${given}”, so nothing is reported.`,
        fix: `Write ${needs} into ${writtenName(name)}.`,
      }
}

/** Why the tag has not started, as the audit and the console report it; `undefined` if it has all it needs. */
export function setupProblem(): FindingText | undefined {
  if (!settings.siteKey) return problemOf('siteKey')
  return settings.trackerUrl ? undefined : problemOf('trackerUrl')
}

/** Without a site key and a tracker nothing is reported. */
export const notConfigured = pageRule('not-configured', 'error', () => {
  const problem = setupProblem()
  return problem ? [problem] : []
})

const unknownSetting = findingOf('unknown-setting', 'error')
const unreadableSetting = findingOf('setting-unreadable', 'error')

/** Names that are no settings, and values that cannot be read. What the tag does instead never sends more than was asked. */
export const settingMistaken: Rule = () =>
  settingMistakes()
    .filter(({ name }) => !setupProblem() || !/^(siteKey|trackerUrl)$/.test(name))
    .map(({ isUnknown, message, fix }) =>
      (isUnknown ? unknownSetting : unreadableSetting)(undefined, { message, fix }),
    )

/** A smaller number was probably meant in seconds. */
const SHORTEST_DWELL_MS = 100

/** A dwell of a few milliseconds counts every product that is scrolled past. */
export const dwellShort = pageRule('dwell-short', 'warning', () => {
  const { impressions } = settings
  const { dwellMs = SHORTEST_DWELL_MS } = impressions === 'load' ? {} : impressions
  if (dwellMs >= SHORTEST_DWELL_MS) return []
  return [
    {
      message: `impressions.dwellMs is ${dwellMs} milliseconds, so products that are only scrolled past count as seen.`,
      fix: 'Write the time in milliseconds: 1000 for a second.',
    },
  ]
})

/** An e-mail address is personal data, and every event sends the user id. */
export const userIdReadable = pageRule('user-id-readable', 'warning', () =>
  /[^@\s]+(@|%40)[^@\s]+\.\w/.test(currentVisitor()?.uid ?? '')
    ? [
        {
          message: 'The user id is an e-mail address, which every event sends to the tracker.',
          fix: 'Pass svc.identify() the customer number or a hash that the shop makes with a secret.',
        },
      ]
    : [],
)
