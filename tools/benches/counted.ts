import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Counted } from './count-statements.ts'

/** Has a shop that is started meanwhile count its statements (count-statements.ts). */
export type Counting = {
  readonly file: string
  /** What the shop is to be started with. */
  readonly nodeOptions: readonly string[]
  end(): void
}

export function startCounting(folder: string): Counting {
  const file = join(folder, 'statements.json')
  process.env['COUNTED_STATEMENTS'] = file
  return {
    file,
    nodeOptions: [`--import=${fileURLToPath(new URL('count-statements.ts', import.meta.url))}`],
    end: () => void delete process.env['COUNTED_STATEMENTS'],
  }
}

/** What the shop has counted so far; it writes that down ten times a second. */
export async function readCounted(file: string): Promise<Counted> {
  await pause(250)
  return JSON.parse(readFileSync(file, 'utf8')) as Counted
}

export function sumOf(counted: Counted): number {
  return Object.values(counted).reduce((sum, { statements }) => sum + statements, 0)
}
