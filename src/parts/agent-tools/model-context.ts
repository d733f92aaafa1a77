/*
 * What the tag uses of WebMCP: https://webmachinelearning.github.io/webmcp/. TypeScript's own library does not have it yet.
 */

/** A tool as a page registers it. */
export interface AgentTool {
  readonly name: string
  readonly title?: string
  /** For the language model. */
  readonly description: string
  /** A JSON Schema. */
  readonly inputSchema?: object
  readonly execute: (input: unknown, ...more: readonly unknown[]) => unknown
  readonly annotations?: {
    /** The tool changes nothing. */
    readonly readOnlyHint?: boolean
    /** What the tool returns was written by others: the model must not follow it. */
    readonly untrustedContentHint?: boolean
  }
}

/** The registry of a page's tools. */
export interface ModelContext extends EventTarget {
  /** Rejects or throws if a tool of this name is registered. The signal unregisters. */
  registerTool(tool: AgentTool, options?: { readonly signal?: AbortSignal }): unknown
}
