import type { Markup } from './capture/attributes'
import { optionsIn } from './capture/facet-state'
import { createLists } from './capture/list'
import { readNear } from './capture/near'
import { audit } from './inspector/audit/audit'
import type { Reading } from './inspector/audit/audited-page'
import { everywhere } from './inspector/everywhere'
import type { Inspected, InspectorBundle } from './inspector/inspected'
import { openPanel, type Panel } from './inspector/panel/open-panel'
import { handOver } from './platform/load-script'

/** Reads the page by the tag's own functions, so that the audit and the tag cannot disagree. */
function readingOf(markup: Markup): Reading {
  const lists = createLists({
    markup,
    everywhere: (...marks) => everywhere(document, markup.selector(...marks)),
    now: Date.now,
  })
  return {
    listAround: (element) => lists.around(element)?.context,
    valuesOf: (group) => optionsIn(group, 1, markup).length,
    near: (element, mark) => readNear({ markup, isAnywhere: () => true }, mark, [element]),
  }
}

const auditPage = (tag: Inspected) => audit({ document, tag, reading: readingOf(tag.markup) })

let panel: Panel | undefined

const bundle: InspectorBundle = {
  audit: auditPage,
  inspect(tag) {
    panel?.focus()
    panel ??= openPanel({
      window,
      tag,
      audit: () => auditPage(tag),
      onClose() {
        panel = undefined
      },
    })
    // Not the panel's own: whoever keeps this function would keep all that the panel held.
    return () => panel?.close()
  },
}

handOver(bundle)
