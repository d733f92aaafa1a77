import { scriptAttributes } from '../../../browser/load-part'
import { settings, writtenSettings } from '../../../settings/read-settings'
import type { Settings } from '../../../settings/settings'
import { type FindingText, isUnrendered, pageRule } from './audited-page'
import { allOf, nearName } from './spelling-rules'

const names = allOf<keyof Settings>()(
  'preset siteKey apiKey trackerUrl browseUrl agentUrl consent respectGpc tcfPurposes recordBots scrubUrl scrubSearch scrubAlso createUserId visitTimeoutMs impressions orderPages scriptClicks agentTools dataLayer map requestIdHeaders browseHeaders strictFields shadow maxUrlBytes trackerCors trackerDropsRepeats debug inspect',
)

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** A setting as its author wrote it: `data-site-key` on the element, `siteKey` in a call. */
const writtenName = (name: string) => (name in scriptAttributes ? `data-${kebab(name)}` : name)

/** Misspelt settings, which the tag ignores, each with the intended name. */
const misspelt = () =>
  Object.keys(writtenSettings)
    .filter((name) => !names.includes(name) && name !== 'integrity')
    .flatMap((name) => {
      const meant = nearName(name, names)
      return meant && writtenSettings[meant] === undefined ? [{ name, meant }] : []
    })

/** Names the mistake in a required setting. */
function problemOf(name: 'siteKey' | 'trackerUrl'): FindingText {
  const wrong = misspelt().find(({ meant }) => meant === name)
  const attribute = `data-${kebab(name)}`
  if (wrong) {
    const found = writtenName(wrong.name)
    const right = wrong.name in scriptAttributes ? attribute : name
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

/** A misspelt setting keeps its default. Attributes that do not resemble a setting belong to other scripts. */
export const unknownSetting = pageRule('unknown-setting', 'error', () =>
  misspelt()
    .filter(({ meant }) => !setupProblem() || !/^(siteKey|trackerUrl)$/.test(meant))
    .map(({ name, meant }) => ({
      message: `There is no setting ${writtenName(name)}, so it has no effect.`,
      fix: `Did you mean ${name in scriptAttributes ? `data-${kebab(meant)}` : meant}?`,
    })),
)

/** A setting still contains an unrendered template. */
export const settingUnrendered = pageRule('setting-unrendered', 'error', () =>
  Object.entries(writtenSettings)
    .filter(([name, given]) => names.includes(name) && isUnrendered(given))
    .map(([name, given]) => ({
      message: `${writtenName(name)} is “${given}”, an unrendered template.`,
      fix: 'Render the value into the page.',
    })),
)
