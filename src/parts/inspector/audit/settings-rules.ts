import type { Settings } from '../../../settings/settings'
import { type FindingText, findingOf, type Rule } from './audited-page'
import { allOf, nearName } from './spelling-rules'

const missing = findingOf('not-configured', 'error')
const unknown = findingOf('unknown-setting', 'error')
const unrendered = findingOf('setting-unrendered', 'error')

const names = allOf<keyof Settings>()(
  'preset siteKey apiKey trackerUrl browseUrl agentUrl consent respectGpc tcfPurposes recordBots scrubUrl scrubSearch scrubAlso createUserId visitTimeoutMs impressions orderPages scriptClicks agentTools dataLayer map requestIdHeaders browseHeaders strictFields shadow maxUrlBytes trackerCors trackerDropsRepeats debug inspect',
)

/** Settings as they were given: attributes of the script element by their name in `dataset`, and members of `svc.init`. */
export interface Written {
  readonly attributes: Readonly<Record<string, unknown>>
  readonly all: Readonly<Record<string, unknown>>
}

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** A setting as its author wrote it: `data-site-key` on the element, `siteKey` in a call. */
const writtenName = (name: string, { attributes }: Written) =>
  name in attributes ? `data-${kebab(name)}` : name

/** Misspelt settings, which the tag ignores, each with the intended name. */
const misspelt = ({ all }: Written) =>
  Object.keys(all)
    .filter((name) => !names.includes(name) && name !== 'integrity')
    .flatMap((name) => {
      const meant = nearName(name, names)
      return meant && all[meant] === undefined ? [{ name, meant }] : []
    })

/** Names the mistake in a required setting. */
function problemOf(name: 'siteKey' | 'trackerUrl', written: Written): FindingText {
  const wrong = misspelt(written).find(({ meant }) => meant === name)
  const attribute = `data-${kebab(name)}`
  if (wrong) {
    const found = writtenName(wrong.name, written)
    const right = wrong.name in written.attributes ? attribute : name
    return {
      message: `${found} is not a setting, so ${right} is missing and nothing is reported.`,
      fix: `Write ${right} instead of ${found}.`,
    }
  }
  const given = written.all[name]
  const needs = name === 'siteKey' ? 'the site key of your account' : 'an http(s) address'
  return given === undefined
    ? {
        message: `${attribute} is missing, so nothing is reported.`,
        fix: `Write ${needs} into ${attribute} of the script element, or pass ${name} to svc.init().`,
      }
    : {
        message: `${writtenName(name, written)} is “${given}”, so nothing is reported.`,
        fix: `Write ${needs} into ${writtenName(name, written)}.`,
      }
}

/** Why the tag has not started, as the audit and the console report it; `undefined` if it has all it needs. */
export function setupProblem(
  written: Written,
  settings: Partial<Settings>,
): FindingText | undefined {
  if (!settings.siteKey) return problemOf('siteKey', written)
  return settings.trackerUrl ? undefined : problemOf('trackerUrl', written)
}

/** Without a site key and a tracker nothing is reported. */
export const notConfigured: Rule = ({ written, tag }) => {
  const problem = setupProblem(written, tag.settings)
  return problem ? [missing(undefined, problem)] : []
}

/** A misspelt setting keeps its default. Attributes that do not resemble a setting belong to other scripts. */
export const unknownSetting: Rule = ({ written, tag }) =>
  misspelt(written)
    .filter(
      ({ meant }) => !setupProblem(written, tag.settings) || !/^(siteKey|trackerUrl)$/.test(meant),
    )
    .map(({ name, meant }) =>
      unknown(undefined, {
        message: `There is no setting ${writtenName(name, written)}, so it has no effect.`,
        fix: `Did you mean ${name in written.attributes ? `data-${kebab(meant)}` : meant}?`,
      }),
    )

/** A setting still contains an unrendered template. */
export const settingUnrendered: Rule = ({ written, isUnrendered }) =>
  Object.entries(written.all)
    .filter(([name, given]) => names.includes(name) && isUnrendered(given))
    .map(([name, given]) =>
      unrendered(undefined, {
        message: `${writtenName(name, written)} is “${given}”, an unrendered template.`,
        fix: 'Render the value into the page.',
      }),
    )
