import { chromium } from '@playwright/test'
import { chromiumEngine } from '../../test/support/runner/engines.ts'
import { complete, mainThread, type TraceEvent } from '../../test/support/runner/main-thread.ts'
import { type Contender, keeping, nothing, ours, startShopPages } from './contenders.ts'
import { type CpuProfile, median, profileStart, traceStart } from './measure.ts'

/*
 * Prints where the start goes, of the tag and of the smallest tracker that stores its events: `npm run bench -- start`. The first table is
 * processor time of the main thread; of the second, which samples, only shares can be compared.
 */

const ROUNDS = Number(process.env.RUNS ?? 5)

/** The causes, by the names of the browser's trace events. The time of an event is without that of the events inside it. */
const CAUSES: readonly (readonly [cause: string, names: RegExp])[] = [
  ['compile', /^(V8\.(Compile|Parse|PreParse|Streaming|OffThread)|v8\.(compile|produce))/],
  ['evaluate the file', /^(v8\.run|EvaluateScript)$/],
  [
    'functions called later',
    /^(FunctionCall|v8\.callFunction|EventDispatch|TimerFire|FireIdleCallback)$/,
  ],
  ['promise callbacks', /^BlinkScheduler_PerformMicrotaskCheckpoint$/],
  ['garbage collection', /^(V8\.GC|MinorGC|MajorGC)/],
  ['tasks and messages of the browser', /RunTask$|mojo|SimpleWatcher/],
]

/** The processor time of each cause in milliseconds. */
function byCause(events: readonly TraceEvent[], script: string): readonly number[] {
  const sums = CAUSES.map(() => 0)
  const open: { readonly end: number; cause: number }[] = []
  const add = (cause: number, micros: number) => {
    if (cause in sums) sums[cause] = (sums[cause] ?? 0) + micros / 1_000
  }
  for (const { name, ts, dur = 0, tdur = dur } of mainThread(complete(events), script)) {
    while (open.length && (open.at(-1)?.end ?? 0) <= ts) open.pop()
    const cause = CAUSES.findIndex(([, names]) => names.test(name))
    add(open.at(-1)?.cause ?? -1, -tdur)
    add(cause, tdur)
    open.push({ end: ts + dur, cause })
  }
  return sums
}

/** The share of each function of the browser that the script called, and of the script's own functions. */
function byCall({ nodes, samples, timeDeltas }: CpuProfile, script: string) {
  const parents = new Map(
    nodes.flatMap(({ id, children = [] }) => children.map((one) => [one, id])),
  )
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  const isCalled = (id: number | undefined): boolean =>
    id !== undefined && (frames.get(id)?.url.includes(script) || isCalled(parents.get(id)))
  const times = new Map<string, number>()
  for (const [index, id] of samples.entries()) {
    if (!isCalled(id)) continue
    const { url = '', functionName = '' } = frames.get(id) ?? {}
    const name = url.includes(script) ? 'own functions' : functionName || 'others'
    times.set(name, (times.get(name) ?? 0) + (timeDeltas[index + 1] ?? 0))
  }
  return times
}

const browser = await chromium.launch({
  channel: 'chromium',
  ...(chromiumEngine()?.use.launchOptions ?? {}),
})
const who: readonly Contender[] = [await keeping(), ours()]
const pages = await startShopPages([nothing, ...who])
const place = (contender: Contender) => ({ browser, pages, contender, slowdown: 1 })

const causes = new Map<Contender, (readonly number[])[]>([nothing, ...who].map((one) => [one, []]))
for (let round = 0; round < ROUNDS; round += 1)
  for (const [contender, rows] of causes)
    rows.push(byCause(await traceStart(place(contender)), `/${contender.id}`))

const middle = (contender: Contender, cause: number) =>
  median((causes.get(contender) ?? []).map((row) => row[cause] ?? 0))
console.log(
  `| ms of the main thread beyond the page's own, median of ${ROUNDS} | ${who.map(({ name }) => name).join(' | ')} |`,
)
console.log(`|---|${who.map(() => '---|').join('')}`)
for (const [cause, [name]] of CAUSES.entries()) {
  const cells = who.map((one) => (middle(one, cause) - middle(nothing, cause)).toFixed(1))
  console.log(`| ${name} | ${cells.join(' | ')} |`)
}

for (const contender of who) {
  const times = byCall(await profileStart(place(contender)), `/${contender.id}`)
  const all = [...times.values()].reduce((sum, time) => sum + time, 0)
  const shares = [...times].sort(([, one], [, other]) => other - one).slice(0, 15)
  console.log(
    `\n${contender.name}: ${shares.map(([name, time]) => `${name} ${((100 * time) / all).toFixed(1)} %`).join(', ')}`,
  )
}
await browser.close()
process.exit(0)
