import { documentValue } from '../../browser/dom'
import { attempt } from '../../browser/guard'
import { onStop } from '../../browser/listen'
import { addListener } from '../../log/event-log'
import { consentState } from '../../visitor/consent'
import { shopTools } from './shop-tools'
import { type ModelContext, ruleFor } from './tool-acts'
import { watchRuns } from './tool-runs'
import { wrapTools } from './wrap-tools'

/** Marks the events that browser agents cause, and offers them the tag's tools while there is consent. */
export function open() {
  const context = documentValue('modelContext' as keyof Document) as unknown as ModelContext
  const offered = new Map<string, AbortController>()

  function withdraw(name: string) {
    offered.get(name)?.abort()
    offered.delete(name)
  }

  watchRuns()
  // A tool that the shop registers under the same name replaces the tag's.
  const register = wrapTools(context, withdraw)

  function update() {
    const isDenied = consentState() === 'denied'
    for (const tool of shopTools()) {
      const { name } = tool
      if (isDenied) withdraw(name)
      else if (!offered.has(name) && ruleFor(name) !== false) {
        const controller = new AbortController()
        offered.set(name, controller)
        // The browser refuses it if the shop has already registered a tool of this name.
        void attempt(() =>
          (register(tool, { signal: controller.signal }) as Promise<void>).then(
            undefined,
            () => {},
          ),
        )
      }
    }
  }

  addListener('consent', update)
  update()
  onStop(() => {
    for (const name of [...offered.keys()]) withdraw(name)
  })
}
