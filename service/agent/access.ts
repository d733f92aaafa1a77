import { parseQuery, rawQuery } from '../http/decode-query.ts'
import type { Keys } from '../http/keys.ts'
import { RequestError } from '../http/request-error.ts'
import { slips } from '../tracker/checks.ts'

/** The user and the site of a request. */
export interface Access {
  readonly siteKey: string
  readonly uid: string
}

const SITE_KEY = /^[\w.-]{1,100}$/

const MAX_UID_CHARACTERS = 300

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
const CONTROL = /[\u0000-\u001f\u007f]/

/**
 * Reads who asks. The site key is the credential: one that cannot be a key is a bad request, one
 * that opens no site here is refused access.
 *
 * @throws RequestError 400 `bad-site-key`, `missing-uid` or `bad-uid`; 401 `unknown-site-key`.
 */
export function readAccess(siteKey: string, url: string, keys: Keys): Access {
  if (!SITE_KEY.test(siteKey)) {
    throw new RequestError(400, 'bad-site-key', 'The site key has a wrong form.', 'site_key')
  }
  const uid = readUid(url)
  if (siteKey === keys.siteKey) return { siteKey, uid }
  throw new RequestError(401, 'unknown-site-key', 'The site key opens no site here.', 'site_key')
}

function readUid(url: string): string {
  const given = parseQuery(rawQuery(url)).filter(([name]) => name === 'uid')
  const [[, uid] = ['', ''], ...others] = given
  if (uid.trim() === '') throw badUid('missing-uid', 'The uid is missing.')
  if (others.length > 0) throw badUid('bad-uid', 'The uid is given more than once.')
  if (slips.has(uid.trim())) {
    throw badUid('bad-uid', `The uid is the word "${uid.trim()}", which is nobody's id.`)
  }
  if (uid.length > MAX_UID_CHARACTERS || CONTROL.test(uid)) {
    throw badUid('bad-uid', `The uid is too long or has control characters.`)
  }
  return uid
}

const badUid = (reason: string, message: string) => new RequestError(400, reason, message, 'uid')
