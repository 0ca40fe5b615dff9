import { Session } from 'node:inspector/promises'
import { type CpuProfile, type ProfileNode, functionOf } from './cpu-profile.ts'

/** A time during which the main thread served nothing else. */
export type Hold = {
  /** Of the processor, used by the main thread. */
  readonly milliseconds: number
  /** The functions of Foyer that took most of it, outermost first; empty where none was on the stack. */
  readonly functions: readonly string[]
}

/** Issue 27: no work may hold the event loop for longer. */
export const LONGEST_HOLD_MS = 50

const TICK_MS = 5
const SAMPLE_EVERY_US = 1000
/** A function is named where it takes this share of the hold. */
const MAIN_SHARE = 0.5

type Tick = { readonly from: number; readonly to: number; readonly milliseconds: number }

/**
 * Watches the event loop of this process, under the profiler of Node; the returned function ends that and returns each
 * hold longer than LONGEST_HOLD_MS. A process that waits for a processor is not held: only time of its own thread counts.
 */
export async function watchLoop(): Promise<() => Promise<readonly Hold[]>> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.setSamplingInterval', { interval: SAMPLE_EVERY_US })
  await session.post('Profiler.start')
  const late: Tick[] = []
  let before = now()
  const timer = setInterval(() => {
    const at = now()
    const milliseconds = (at.used - before.used) / 1000
    if (milliseconds > LONGEST_HOLD_MS) late.push({ from: before.time, to: at.time, milliseconds })
    before = at
  }, TICK_MS)
  return async () => {
    clearInterval(timer)
    const { profile } = await session.post('Profiler.stop')
    session.disconnect()
    return late.map(tick => ({ milliseconds: tick.milliseconds, functions: functionsIn(profile, tick) }))
  }
}

/** Both in microseconds; the profiler's samples have the same zero of time. */
function now(): { readonly time: number; readonly used: number } {
  const { user, system } = process.threadCpuUsage()
  return { time: Number(process.hrtime.bigint() / 1000n), used: user + system }
}

function functionsIn(profile: CpuProfile, { from, to }: Tick): readonly string[] {
  const { nodes, samples = [], timeDeltas = [], startTime } = profile
  const parents = new Map(nodes.flatMap(node => (node.children ?? []).map(id => [id, node.id] as const)))
  const byId = new Map(nodes.map(node => [node.id, node]))
  const counts = new Map<string, { samples: number; depth: number }>()
  let time = startTime
  let total = 0
  for (const [index, id] of samples.entries()) {
    time += timeDeltas[index] ?? 0
    if (time < from || time > to) continue
    total += 1
    const stack = stackOf(id, byId, parents)
    for (const [depth, name] of [...new Set(stack)].entries()) {
      const count = counts.get(name) ?? { samples: 0, depth }
      counts.set(name, { samples: count.samples + 1, depth: count.depth })
    }
  }
  return [...counts]
    .filter(([, count]) => count.samples >= total * MAIN_SHARE)
    .toSorted(([, one], [, two]) => one.depth - two.depth)
    .map(([name]) => name)
}

/** The functions of Foyer above a sample, outermost first. */
function stackOf(id: number, byId: ReadonlyMap<number, ProfileNode>, parents: ReadonlyMap<number, number>): string[] {
  const names: string[] = []
  for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
    const node = byId.get(at)
    if (node && isOwn(node.callFrame.url)) names.unshift(functionOf(node))
  }
  return names
}

const isOwn = (url: string): boolean => url.startsWith('file:') && !url.includes('/node_modules/')
