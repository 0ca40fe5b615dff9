import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Instant } from '#domain/instant.ts'
import type { EventImage } from '#server/event-editing/event-image.ts'
import { type ImportResult, importEvent } from './import-event.ts'
import { type ReadFile, readEventFile } from './read-event-file.ts'

/** What became of one file. */
export type ImportedFile = ImportResult & { readonly path: string }

/** Imports event files one after the other; a file that is refused doesn't hold up the others. */
export async function importFiles(
  shop: Parameters<typeof importEvent>[0],
  paths: readonly string[],
): Promise<ImportedFile[]> {
  const imported: ImportedFile[] = []
  for (const path of paths) imported.push({ path, ...(await importFile(shop, path)) })
  return imported
}

async function importFile(shop: Parameters<typeof importEvent>[0], path: string): Promise<ImportResult> {
  const read = await readAt(path, shop.clock.now())
  if ('problems' in read) return { result: 'refused', problems: read.problems }
  return importEvent(shop, read.event, await imageOf(read.event, dirname(path)))
}

async function readAt(path: string, now: Instant): Promise<ReadFile> {
  const content = await readIfThere(path)
  return content === undefined
    ? { problems: [{ field: '', sentence: 'There is no such file.' }] }
    : readEventFile(content.toString('utf8'), now)
}

/** A file beside the event file, or an address; the file wins. */
export async function imageOf(
  { image, imageUrl }: { readonly image?: string | null; readonly imageUrl?: string | null },
  folder: string,
): Promise<EventImage> {
  const name = image?.trim() ?? ''
  if (name !== '') return { from: 'file', name, content: await readIfThere(resolve(folder, name)) }
  const address = imageUrl?.trim() ?? ''
  return address === '' ? null : { from: 'address', address }
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

/** The lines that tell a person what became of the files. */
export function tellImport(files: readonly ImportedFile[]): string {
  return files.flatMap(lines).join('\n')
}

function lines(file: ImportedFile): string[] {
  if (file.result !== 'refused') return [`${file.path}: ${file.result} ${file.shortName}`]
  return [
    `${file.path}: refused`,
    ...file.problems.map(({ field, sentence }) => (field === '' ? `  ${sentence}` : `  ${field}: ${sentence}`)),
  ]
}
