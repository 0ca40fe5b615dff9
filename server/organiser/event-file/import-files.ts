import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Instant } from '#domain/foundation/instant.ts'
import { type EventImage, imageAt } from '#server/organiser/event-editing/event-checks.ts'
import { importEvent, type ImportResult, importPass } from './import-offer.ts'
import { decodeText, type ReadFile, readOfferFile } from './read-offer-file.ts'

/** What became of one file. */
export type ImportedFile = ImportResult & { readonly path: string }

/**
 * Imports files of events and passes one after the other; a file that is refused doesn't hold up the others. Passes come
 * after the events that they name, in whatever order the files are given.
 */
export async function importFiles(
  shop: Parameters<typeof importEvent>[0],
  paths: readonly string[],
): Promise<ImportedFile[]> {
  const files: FileToImport[] = []
  for (const path of paths) files.push({ path, read: await readAt(path, shop.clock.now()) })
  const imported = new Map<FileToImport, ImportResult>()
  for (const file of eventsFirst(files)) imported.set(file, await importRead(shop, file.read, dirname(file.path)))
  return files.map(file => ({ path: file.path, ...resultOf(imported, file) }))
}

type FileToImport = { readonly path: string; readonly read: ReadFile }

/** As they were, but for passes, which follow. */
export const eventsFirst = <File extends { readonly read: ReadFile }>(files: readonly File[]): File[] => [
  ...files.filter(({ read }) => !('pass' in read)),
  ...files.filter(({ read }) => 'pass' in read),
]

function resultOf(imported: ReadonlyMap<FileToImport, ImportResult>, file: FileToImport): ImportResult {
  const result = imported.get(file)
  if (!result) throw new Error(`${file.path} was not imported`)
  return result
}

/** What a file says, with the image that lies in its folder. */
export async function importRead(
  shop: Parameters<typeof importEvent>[0],
  read: ReadFile,
  folder: string,
): Promise<ImportResult> {
  if ('problems' in read) return { result: 'refused', problems: read.problems }
  return 'pass' in read
    ? importPass(shop, read.pass, await imageOf(read.pass, folder))
    : importEvent(shop, read.event, await imageOf(read.event, folder))
}

async function readAt(path: string, now: Instant): Promise<ReadFile> {
  const content = await readIfThere(path)
  if (content === undefined) return { problems: [{ field: '', sentence: 'There is no such file.' }] }
  const decoded = decodeText(content)
  return 'problem' in decoded ? { problems: [decoded.problem] } : readOfferFile(decoded.text, now)
}

/** A file beside the event file, or an address; the file wins. */
async function imageOf(
  { image, imageUrl = null }: { readonly image?: string | null; readonly imageUrl?: string | null },
  folder: string,
): Promise<EventImage> {
  const name = image?.trim() ?? ''
  if (name !== '') return { from: 'file', name, content: await readIfThere(resolve(folder, name)) }
  return imageAt({ imageUrl })
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'EISDIR'))
      return undefined
    throw error
  }
}

/** The lines that show a person what became of the files. */
export function describeImport(files: readonly ImportedFile[]): string {
  return files.flatMap(lines).join('\n')
}

function lines(file: ImportedFile): string[] {
  if (file.result !== 'refused') {
    return [`${file.path}: ${file.result} ${file.name}`, ...(file.notes ?? []).map(note => `  note: ${note}`)]
  }
  return [
    `${file.path}: refused`,
    ...file.problems.map(({ field, sentence }) => (field === '' ? `  ${sentence}` : `  ${field}: ${sentence}`)),
  ]
}
