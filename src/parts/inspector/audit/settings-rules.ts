import { settings, writtenSettings } from '../../../settings/read-settings'
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
