import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { BenchShop } from './bench-shop.ts'
import { ask } from './machine.ts'
import { scaled } from './scale.ts'

/** What the processes of a shop hold, in bytes. PSS counts a page that several share only once in their sum. */
export type MemoryUse = { readonly pss: number; readonly rss: number; readonly processes: number }

export const KINDS = ['Foyer', 'PostgreSQL', 'PDF and pictures', 'launcher'] as const
export type Kind = (typeof KINDS)[number]

/** The memory of everything that the shop has started, by kind; from /proc, so on Linux only. */
export function memoryOf({ pid }: Pick<BenchShop, 'pid'>): Map<Kind, MemoryUse> {
  const found = new Map<Kind, MemoryUse>(KINDS.map(kind => [kind, { pss: 0, rss: 0, processes: 0 }]))
  for (const member of familyOf(pid)) {
    const kind = kindOf(member)
    const before = found.get(kind)
    const rollup = readProcess(member, 'smaps_rollup')
    if (!before || rollup === undefined) continue
    const { pss, rss, processes } = before
    found.set(kind, { pss: pss + bytes(rollup, 'Pss'), rss: rss + bytes(rollup, 'Rss'), processes: processes + 1 })
  }
  return found
}

export function totalOf(use: ReadonlyMap<Kind, MemoryUse>): MemoryUse {
  const sum = (pick: (one: MemoryUse) => number) => [...use.values()].reduce((total, one) => total + pick(one), 0)
  return { pss: sum(({ pss }) => pss), rss: sum(({ rss }) => rss), processes: sum(({ processes }) => processes) }
}

export const inMegabytes = (size: number): string => `${Math.round(size / 2 ** 20)} MB`

const QUIET_MS = scaled(20_000, 500)

/** Waits until no mail is due, no process draws PDFs or pictures, and nothing has happened for a while. */
export async function whenIdle(shop: BenchShop, patienceMs: number): Promise<void> {
  const deadline = Date.now() + patienceMs
  let quietSince = Date.now()
  while (Date.now() - quietSince < QUIET_MS) {
    if (Date.now() > deadline) throw new Error(`the shop was still busy after ${patienceMs / 1000} s`)
    await pause(1000)
    const [mail] = await ask<{ due: number }>(
      shop,
      `select count(*)::int as due from mail where status in ('WAITING', 'IN_PROCESS')`,
    )
    if (mail?.due !== 0 || memoryOf(shop).get('PDF and pictures')?.processes !== 0) quietSince = Date.now()
  }
}

/** The processor time in milliseconds that everything the shop has started has used so far, by kind. */
export function processorTimeOf({ pid }: BenchShop): Map<Kind, number> {
  const found = new Map<Kind, number>(KINDS.map(kind => [kind, 0]))
  for (const member of familyOf(pid)) {
    const kind = kindOf(member)
    found.set(kind, (found.get(kind) ?? 0) + processorTime(member))
  }
  return found
}

/** The same of any process and all below it, together. */
export function processorTimeBelow(pid: number): number {
  return familyOf(pid).reduce((sum, member) => sum + processorTime(member), 0)
}

/** The process of the shop itself. */
export function foyerOf({ pid }: BenchShop): number {
  const found = familyOf(pid).find(member => kindOf(member) === 'Foyer')
  if (found === undefined) throw new Error('the shop does not run')
  return found
}

/** Clock ticks of 10 ms: fields 14 to 17, of the process and of its children that have ended. */
function processorTime(pid: number): number {
  const [, after = ''] = /^.*\) (.*)$/s.exec(readProcess(pid, 'stat') ?? '') ?? []
  const ticks = after.split(' ').slice(11, 15).map(Number)
  return ticks.reduce((sum, part) => sum + part, 0) * 10
}

function familyOf(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(name => ({ pid: Number(name), parent: parentOf(Number(name)) }))
  const members = [pid]
  for (const member of members)
    members.push(...parents.filter(({ parent }) => parent === member).map(child => child.pid))
  return members
}

function parentOf(pid: number): number | undefined {
  // The program's name is in brackets and may contain anything.
  const [, parent] = /^.*\) \S (\d+) /s.exec(readProcess(pid, 'stat') ?? '') ?? []
  return parent === undefined ? undefined : Number(parent)
}

/** What `npm start` runs, in production and without it. */
const FOYER = ['server/main.ts', 'tools/development-shop.ts', 'dist/shop/main.mjs', 'dist/shop/development-shop.mjs']

function kindOf(pid: number): Kind {
  const command = readProcess(pid, 'cmdline') ?? ''
  if (FOYER.some(program => command.includes(program))) return 'Foyer'
  if (/pdf-process|heavy-program/.test(command)) return 'PDF and pictures'
  return command.includes('tools/start.mjs') ? 'launcher' : 'PostgreSQL'
}

/** Undefined for a process that has just ended. */
function readProcess(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return undefined
  }
}

function bytes(rollup: string, name: string): number {
  const [, kilobytes] = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(rollup) ?? []
  return Number(kilobytes ?? 0) * 1024
}
