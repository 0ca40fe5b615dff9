import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { END_OF_ROWS, type Header } from './backup-format.ts'
import { Refusal } from '../command.ts'
import { lines } from '../lines.ts'

export type Lines = AsyncGenerator<Buffer>

/** What is between the lines of a backup. */
export type Entry = { readonly table?: string; readonly columns?: readonly string[]; readonly tables?: number }

/** The lines of the file, unzipped. */
export function openBackup(path: string): Lines {
  const file = createReadStream(path)
  const unzipped = createGunzip()
  // A file that can't be read is reported to the process that reads the lines.
  file.on('error', error => unzipped.destroy(error))
  return lines(file.pipe(unzipped))
}

/**
 * Reads the whole backup once, before anything is changed: its checksums (gzip keeps one), its form, and its end. Answers
 * the header; refuses what is no backup, and what is cut off or damaged.
 */
export async function checkBackup(path: string): Promise<Header> {
  const backup = openBackup(path)
  const header = await readHeader(backup, path)
  const isWhole = await readToEnd(backup).catch(() => false)
  if (!isWhole) throw new Refusal(`${path} is damaged or cut off: nothing was restored.`)
  return header
}

/** The first line of a backup; refuses what is none. */
export async function readHeader(backup: Lines, path: string): Promise<Header> {
  const first = await backup.next().catch(() => undefined)
  const header = first?.done === false ? parsed<Partial<Header>>(first.value) : undefined
  if (header?.format !== 'foyer-backup') throw new Refusal(`${path} is not a backup of Foyer.`)
  if (header.version !== 1) throw new Refusal(`${path} was written by a newer Foyer: restore it with that one.`)
  const { format, version, migrations, sequences } = header
  if (!Array.isArray(migrations) || !Array.isArray(sequences)) {
    throw new Refusal(`${path} is damaged or cut off: nothing was restored.`)
  }
  return { format, version, migrations, sequences }
}

/** Undefined for a line that is no JSON object: then the file is none of ours, or damaged. */
export function parsed<Value extends object>(text: Buffer): Value | undefined {
  try {
    const value: unknown = JSON.parse(text.toString('utf8'))
    // The decoding edge: the code that uses a member checks it.
    return typeof value === 'object' && value !== null ? (value as Value) : undefined
  } catch {
    return undefined
  }
}

/** Is there, after the header, each table with its end, then the footer that counts them, and nothing more? */
async function readToEnd(backup: Lines): Promise<boolean> {
  const end = Buffer.from(END_OF_ROWS)
  let tables = 0
  let isInTable = false
  let isOver = false
  for await (const text of backup) {
    if (isOver) return false
    if (isInTable) {
      isInTable = !text.equals(end)
      continue
    }
    const entry = parsed<Entry>(text)
    isOver = entry?.tables === tables
    isInTable = entry?.table !== undefined && Array.isArray(entry.columns)
    if (!isOver && !isInTable) return false
    if (isInTable) tables += 1
  }
  return isOver
}
