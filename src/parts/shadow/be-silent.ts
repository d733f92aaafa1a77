import { jar } from '../../browser/cookies'
import { attempt } from '../../browser/guard'
import { local, tab } from '../../browser/storage'
import { emit, noteStatus } from '../../log/event-log'
import { databaseHooks } from '../../send/browser-store'
import { platform } from '../../send/platform'
import { recordHooks } from '../../track/record'
import { jsonText } from '../../wire/pixel-url'

/** Where the cookies are that the tag would have set. */
const COOKIES = 'cookies'

const REASON = 'shadow mode sends nothing'

/**
 * Puts cookies into the texts of this tab. Those of the page are read as always; of two with one name the tag's own counts, as the one that
 * was written last.
 */
function keepCookiesInTab() {
  const readPage = jar.get.bind(jar) as () => Record<string, string>
  const own: Record<string, string> = {
    ...attempt(() => JSON.parse(tab.read(COOKIES) ?? '{}') as object),
  }
  Object.assign(jar, {
    get(name?: string) {
      const all = { ...readPage(), ...own }
      return name ? all[name] : all
    },
    // A removed cookie is an empty text: the page's of that name stays, and must not be read.
    set(name: string, text: string) {
      own[name] = text
      tab.write(COOKIES, jsonText(own))
    },
  })
}

/**
 * Has the tag send nothing and keep nothing beyond the browser's tab. Each edge to the outside is replaced, whatever calls it: requests of
 * events, cookies, `localStorage` and IndexedDB. To be called before anything starts.
 */
export function beSilent() {
  Object.assign(local, tab)
  keepCookiesInTab()
  databaseHooks.open = databaseHooks.remove = () => undefined
  platform.transport = () => Promise.reject(new Error(REASON))
  recordHooks.deliver = (event) => {
    const { t } = event
    noteStatus(t, { state: 'queued', event })
    noteStatus(t, { state: 'withheld', reason: REASON })
    emit('dropped', { t, reason: REASON })
  }
}
