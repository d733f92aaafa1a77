import type { QueueEntry } from '../send/queue-entry'
import type { Markup } from '../track/attributes'
import type { RawEvent, TrackerEvent } from '../wire/tracker-event'
import type { Elements, Root } from './dom'

/** Handles an interaction of the shopper. `type` is the event's type, or `click` for a key that activates something. */
export type Interaction = (type: string, path: readonly Element[], event: Event) => void

/**
 * Everything that a part adds to `svc.js`, or replaces in it. Nothing in the first file imports a part: it calls the hook, and does without
 * where no part has set it. The few that the first file sets are calls from a lower folder to a higher one.
 */
export interface Hooks {
  /** `page-list`, `google-consent`: looks for a change that the page made without an event, such as another `dataLayer`. Called before the consent is read. */
  look?: (() => void) | undefined

  /** `components`: the elements within one that match, through slots and shadow roots. */
  queryWithin?: (element: Element, selector: string) => Element[]
  /** `components`: the elements of the page that match, through slots and shadow roots. */
  queryPage?: (selector: string) => Elements
  /** `tracking`: the page has shadow roots, but `components` is still loading, so a search may miss elements. */
  isSearchPartial?: boolean
  /** `components`: finds new shadow roots, and stops observing removed ones. Called before each scan. */
  updateRoots?: (roots: Map<Root, () => void>) => void
  /** `components`: whether a key activates a control that is not a native one. Until it has loaded, `tracking` asks for it. */
  isActivation?: (event: Event, path: readonly Element[]) => boolean
  /** `components`: whether the page's script made this click for the last such key. */
  isOwnClick?: (event: Event, path: readonly Element[]) => boolean

  /** `map`: how the page is read, in place of its attributes. */
  markup?: Markup
  /** `map`: how a reason is written on the console, with rules in place of attributes. */
  phrase?: (reason: string) => string

  /** `facets`: handles an interaction that may change a facet. Until it has loaded, `facets-on-demand` keeps it. */
  onFacetInteraction?: Interaction
  /** `tracking`: called after an interaction, which may have moved elements on the page. */
  onInteractionEnd?: () => void

  /** `agent-tools`: whether a browser agent caused an event, by a tool or a form of the page. */
  isAgent?: (event: Event) => boolean
  /** `agent-tools`: names the agent as the actor of what it caused. */
  markActor?: (event: RawEvent) => RawEvent

  /** `list-memory`: adds the request id of an earlier list. */
  complete?: (event: TrackerEvent) => TrackerEvent
  /** `filters`: removes fields before the event is sent. The page's listeners still receive them. */
  filter?: (event: TrackerEvent) => TrackerEvent
  /** `tag`, or `shadow` in its place: passes the event on. */
  deliver?: (event: TrackerEvent) => void
  /** `datalayer`: reports the events that it holds back. Called by `svc.flush`. */
  flush?: () => void

  /** `shadow`: there is no database. */
  hasNoDatabase?: boolean
  /** `page-delivery`: loads the recovery part. Settles when it is available or the first attempt has failed. */
  prepare?: () => Promise<unknown>
  /** `recovery`: splits or shortens an event whose URL is too long, and stores the result. */
  shorten?: (entry: QueueEntry) => void
  /** `recovery`: the entries to drop so that the rest fits. */
  overflow?: (waiting: readonly QueueEntry[]) => readonly QueueEntry[]
  /**
   * `recovery`: looks for a way of sending that works, after a try failed before any response. It changes how the next try is made, and
   * never decides whether a try has arrived. @param hasAnswered - Whether a response has been read by now.
   */
  mendTransport?: (hasAnswered: () => boolean) => Promise<unknown>
}

/** The hooks in use. */
export const hooks: Hooks = {}
