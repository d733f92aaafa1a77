/**
 * The door of the service: what its console, its assistant and programs that start it, such as the demo shop, may use.
 * Everything else here is its own affair.
 */
export { registerAgent } from './agent/agent-routes.ts'
export {
  type Assistant,
  type AssistantModule,
  type AssistantOptions,
  type AssistantSettings,
  type ChatHistoryItem,
  type ChatProduct,
  type ChatReply,
  type LanguageModelSettings,
  languageModelFrom,
  type Refinement,
  type ReplyPart,
  type ShopWords,
} from './agent/assistant-contract.ts'
export type { ChatFilter, ChatRequest, Metadata } from './agent/chat-request.ts'
export type { PageBanners } from './browse/banners.ts'
export type { Term } from './browse/filter-syntax.ts'
export { type Filter, filterFor } from './browse/match-filter.ts'
export type { LoggedRequest, RequestLog } from './browse/request-log.ts'
export { countCodes, type Rows, select } from './browse/selection.ts'
export { type Catalog, loadCatalog } from './catalog/catalog.ts'
export { type CategoryNode, pathOf, wayTo } from './catalog/categories.ts'
export { colourFamilies } from './catalog/colour-families.ts'
export { type Column, eachCode, hasCode, valuesOf } from './catalog/column.ts'
export type { Product, Variant } from './catalog/feed.ts'
export { CATEGORY_IDS, CATEGORY_NAMES, displayName } from './catalog/field-columns.ts'
export { createDraw, type Draw } from './catalog/random.ts'
export { textOf } from './catalog/searchable.ts'
export { alternativesTo, canonicalOf, synonyms } from './catalog/synonyms.ts'
export { keyOf, singular, slipsBetween, type Token, tokensOf } from './catalog/words.ts'
export { restrictAccess } from './http/access-control.ts'
export type { AnswerFaults } from './http/answer-faults.ts'
export { createApp } from './http/app.ts'
export { openDocumentation, registerDocumentation } from './http/documentation.ts'
export { demoKeys, type Keys } from './http/keys.ts'
export { limitRate, type Rates } from './http/rates.ts'
export { RequestError } from './http/request-error.ts'
export { openSqliteLog } from './log/drain-spool.ts'
export { STREAM } from './log/engine.ts'
export type { EventLog } from './log/log-consumer.ts'
export type {
  BooksCommandDeps,
  ConsoleModule,
  ConsoleParts,
  OpenConsole,
  Rebuilt,
  UbiExport,
} from './start/console-contract.ts'
export { parseOptions } from './start/parse-options.ts'
export { checkPort, selfMadeCertificate } from './start/prepare-start.ts'
export { accessOf, start } from './start/run.ts'
export { createService, type Page, type ServiceOptions } from './start/service.ts'
export { MAX_SAMPLE_VISITS, type Options, readOptions } from './start/service-options.ts'
export { BOOKS_RESULT_SCHEMA } from './store/books-results.ts'
export { columnsBeside, removeColumns } from './store/columns-file.ts'
export { createConversationStore } from './store/conversations.ts'
export { closeToOthers, openDatabase } from './store/database.ts'
export { conditionOf, type EventFilter, passes } from './store/event-filter.ts'
export { type EventRow, storedEvent } from './store/event-row.ts'
export { createEventStore, type EventStore } from './store/event-table.ts'
export { createForgottenLog, forgetBefore, forgetUser, forgetUsers } from './store/forget.ts'
export { DAY_MS, HOUR_MS, type LossRow, readLoss } from './store/loss-report.ts'
export { openKnownStore, openPostgres, openStore } from './store/postgres.ts'
export {
  type BrowseReply,
  createReplyStore,
  type KnownReply,
  type ReplyStore,
} from './store/replies.ts'
export type { Sql } from './store/sql.ts'
export { sqliteStore } from './store/sqlite.ts'
export type { ActionCount, LoggedEvent, StoredEvent } from './store/stored-event.ts'
export { createProductStore } from './store/stored-products.ts'
export type { Waited } from './tracker/admin.ts'
export { readEvent } from './tracker/judge-event.ts'
export { rules } from './tracker/payload-rules.ts'
export {
  createRefusedRequests,
  type RefusedRequest,
  type RefusedRequests,
} from './tracker/refused-requests.ts'
export type { Faults } from './tracker/simulated-faults.ts'
