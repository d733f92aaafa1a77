/** A visit began. Exactly one per visit; it has no fields of its own. */
export type VisitorData = Readonly<Record<never, never>>
