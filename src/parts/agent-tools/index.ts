import { documentValue } from '../../browser/dom'
import { attempt } from '../../browser/guard'
import { onStop } from '../../browser/listen'
import { inTime } from '../../browser/tabs'
import { addListener } from '../../log/event-log'
import { consentState } from '../../visitor/consent'
import { shopTools } from './shop-tools'
import { isProductTool, type ModelContext, ruleFor } from './tool-acts'
import { watchRuns } from './tool-runs'
import { wrapTools } from './wrap-tools'

/** Marks the events that browser agents cause, and offers them the tag's tools while there is consent. */
export function open() {
  const context = documentValue('modelContext' as keyof Document) as unknown as ModelContext
  const offered = new Map<string, AbortController>()
  /** The names of the page's own tools. */
  const taken = new Set<string>()
  /** Those whose calls have runs. The others were registered before the tag. */
  const observed = new Set<string>()
  let isStopped = false

  function withdraw(name: string) {
    offered.get(name)?.abort()
    offered.delete(name)
  }

  // A second set of tools for products confuses an agent.
  const isWanted = (name: string) =>
    !isStopped &&
    consentState() !== 'denied' &&
    ruleFor(name) !== false &&
    !taken.has(name) &&
    !(isProductTool(name) && [...taken].some(isProductTool))

  /** Takes back what a tool of the page replaces. */
  function makeRoom(name: string) {
    taken.add(name)
    for (const other of [...offered.keys()]) if (!isWanted(other)) withdraw(other)
  }

  watchRuns(context, (name) => observed.has(name) || offered.has(name))
  const register = wrapTools(context, (name) => {
    observed.add(name)
    makeRoom(name)
  })

  function update() {
    for (const tool of shopTools()) {
      const { name } = tool
      if (!isWanted(name)) withdraw(name)
      else if (!offered.has(name)) {
        const controller = new AbortController()
        offered.set(name, controller)
        void attempt(() =>
          (register(tool, { signal: controller.signal }) as Promise<void>).then(
            undefined,
            () => {},
          ),
        )
      }
    }
  }

  /** Those that the platform or an inline script has registered before. */
  async function readTools() {
    for (const { name } of (await inTime(context.getTools?.())) ?? []) makeRoom(name)
  }

  addListener('consent', update)
  void readTools().then(update, update)
  onStop(() => {
    // The browser may not have listed its tools yet.
    isStopped = true
    for (const name of [...offered.keys()]) withdraw(name)
  })
}
