import { warnOnce } from '../../browser/warn-once'
import { requestPixel, useCors } from '../../send/request'
import { settings } from '../../settings/read-settings'

async function probe(isCors: boolean): Promise<boolean> {
  try {
    await requestPixel(`${settings.trackerUrl}/v2/1p.jpg`, { isCors, method: 'HEAD' })
    return true
  } catch {
    return false
  }
}

/**
 * Finds out whether a tracker answers without CORS headers, which looks like no answer at all: by a request that carries no event and does
 * not need them, then by one that does.
 *
 * @returns Whether it does: then what seemed to fail has arrived, as far as anybody can know.
 */
export async function lacksCors(): Promise<boolean> {
  if (settings.trackerCors !== undefined || !(await probe(false)) || (await probe(true)))
    return false
  useCors(false)
  warnOnce(
    'the tracker sends no CORS headers; set data-tracker-cors="false" so that no request is made twice',
  )
  return true
}
