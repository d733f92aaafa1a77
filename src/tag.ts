import { answerCalls, takePlace } from './api/install'
import { parseSettings } from './api/parse-settings'
import type { Stub } from './api/stub'
import { attributeMarkup } from './capture/attributes'
import { ownMember } from './events'
import { type OpenMapDeps, openMap } from './open-map'
import { openRooms } from './open-rooms'
import { createClock } from './platform/clock'
import { createGuard } from './platform/guard'
import { createLoader, readOwnScript } from './platform/load-script'
import { createNotice } from './platform/notice'
import { openPage, whenActivated } from './platform/page'

const notice = createNotice()
const guard = createGuard((room, fault) => notice(`a fault in ${room}`, fault))
const clock = createClock(guard)
const script = readOwnScript()
const loadScript = createLoader(script, clock.schedule)
const attributes = { ...script?.dataset }

/**
 * Starts with the settings of the script element, or as soon as `svc.init` brings them.
 *
 * @param since - When the page was shown, if it was prerendered: nothing happened on it before.
 */
function start(stub: Stub, since = 0) {
  const call = stub.q.find(([name]) => name === 'init')
  const given = { ...(call?.[1][0] as object | undefined), ...attributes }
  if (!call && ownMember(given, 'siteKey') === undefined) {
    stub.onInit = () => start(stub, since)
    return
  }
  delete stub.onInit
  const page = openPage()
  const settings = parseSettings(given, page.url(), notice)
  if (!settings) return

  const common = { settings, page, guard, clock, notice, stub, loadScript }
  const onOpen: OpenMapDeps['onOpen'] = (markup, early) =>
    answerCalls(stub, openRooms({ ...common, markup, early }), since)
  const { map } = settings
  if (map) openMap({ ...common, map, pageUrl: page.url, onOpen })
  else onOpen(attributeMarkup, [])
}

guard('tag', () => {
  const stub = takePlace(clock.now, notice)
  if (stub)
    whenActivated(guard('tag', (activation?: Event) => start(stub, activation && clock.now())))
})()
