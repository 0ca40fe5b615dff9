import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type BenchShop, type BenchShopOptions, openBenchShop } from './bench-shop.ts'
import { type CpuProfile, type ProfileNode, functionOf, placeOf } from './cpu-profile.ts'
import { ask } from './machine.ts'
import { KINDS, foyerOf, processorTimeOf } from './memory-use.ts'

/** Where the processor time of some work goes: by process, by function of Node, and by statement of PostgreSQL. */
export type Profile = {
  /** Times the work was done: orders, for instance. */
  readonly done: number
  /** Milliseconds of processor time. */
  readonly processes: readonly (readonly [string, number])[]
  readonly modules: readonly Sampled[]
  readonly functions: readonly Sampled[]
  readonly statements: readonly SentStatement[]
}

/** Milliseconds of the main thread of Foyer: in the code itself, and with what it calls. */
type Sampled = { readonly name: string; readonly self: number; readonly inclusive: number }

/** Milliseconds as PostgreSQL measures them: waiting for a processor included. */
type SentStatement = {
  readonly text: string
  readonly calls: number
  readonly milliseconds: number
  readonly planning: number
}

/**
 * Does `work` in a shop of its own under the profiler of Node and pg_stat_statements; `work` returns how often it has
 * done it. `prepare` makes what it needs.
 */
export async function profile(
  options: Pick<BenchShopOptions, 'project'>,
  prepare: (shop: BenchShop) => Promise<void>,
  work: (shop: BenchShop) => Promise<number>,
): Promise<Profile> {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-profile-'))
  const file = join(folder, 'profile.json')
  const first = await openBenchShop(options)
  try {
    await ask(first, `alter system set shared_preload_libraries = 'pg_stat_statements'`)
    await ask(first, 'alter system set pg_stat_statements.track_planning = on')
    await ask(first, 'create extension pg_stat_statements')
    await first.leave()
    process.env['PROFILED_PROCESS'] = file
    const shop = await openBenchShop({ ...options, beside: first, nodeOptions: [PROFILING] })
    await prepare(shop)
    const pid = foyerOf(shop)
    await ask(shop, 'select pg_stat_statements_reset()')
    process.kill(pid, 'SIGUSR2')
    const before = processorTimeOf(shop)
    const done = await work(shop)
    const used = processorTimeOf(shop)
    const statements = await ask<SentStatement>(shop, STATEMENTS)
    process.kill(pid, 'SIGUSR2')
    const sampledProfile = await whenWritten(file)
    await shop.close()
    return {
      done,
      processes: KINDS.map(kind => [kind, (used.get(kind) ?? 0) - (before.get(kind) ?? 0)]),
      ...sampled(sampledProfile),
      statements,
    }
  } finally {
    delete process.env['PROFILED_PROCESS']
    await first.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const STATEMENTS = `
  select regexp_replace(query, '\\s+', ' ', 'g') as text, calls::int as calls,
    total_plan_time as planning,
    total_exec_time + total_plan_time as milliseconds
  from pg_stat_statements where query not like '%pg_stat_statements%' order by milliseconds desc`

const PROFILING = `--import=${fileURLToPath(new URL('profile-process.ts', import.meta.url))}`

async function whenWritten(file: string): Promise<CpuProfile> {
  for (;;) {
    await pause(500)
    if (!existsSync(file)) continue
    try {
      return JSON.parse(readFileSync(file, 'utf8')) as CpuProfile
    } catch {
      // Half of it is there.
    }
  }
}

function sampled({ nodes, samples, timeDeltas }: CpuProfile): Pick<Profile, 'modules' | 'functions'> {
  const byId = new Map(nodes.map(node => [node.id, node]))
  const self = new Map<number, number>()
  for (const [index, id] of (samples ?? []).entries()) {
    self.set(id, (self.get(id) ?? 0) + (timeDeltas?.[index] ?? 0) / 1000)
  }
  const [functions, modules] = [new Map<string, Sampled>(), new Map<string, Sampled>()]
  const visit = (node: ProfileNode, above: ReadonlySet<string>): number => {
    const own = self.get(node.id) ?? 0
    const names = [
      [functions, functionOf(node)],
      [modules, moduleOf(node)],
    ] as const
    const within = new Set([...above, ...names.map(([, name]) => name)])
    const children = (node.children ?? []).flatMap(id => byId.get(id) ?? [])
    const inclusive = own + children.reduce((sum, child) => sum + visit(child, within), 0)
    for (const [into, name] of names) {
      const before = into.get(name) ?? { name, self: 0, inclusive: 0 }
      // A function within itself counts once.
      const counted = above.has(name) ? 0 : inclusive
      into.set(name, { name, self: before.self + own, inclusive: before.inclusive + counted })
    }
    return inclusive
  }
  const [root] = nodes
  if (root) visit(root, new Set())
  const bySelf = (all: Map<string, Sampled>) => [...all.values()].toSorted((a, b) => b.self - a.self)
  return { functions: bySelf(functions), modules: bySelf(modules) }
}

/** A package, a folder of the shop, or a part of Node. */
function moduleOf({ callFrame: { functionName, url } }: ProfileNode): string {
  if (url === '') return functionName
  const place = placeOf(url)
  const [, name] = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(place) ?? []
  return name ?? place.split('/').slice(0, 3).join('/')
}
