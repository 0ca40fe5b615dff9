import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** A file of an archive; its content is asked for only once all files before it are written. */
export type ZippedFile = {
  /** With `/` between folders. */
  readonly name: string
  readonly content: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>
  /** False for what is compressed in itself, such as PDF. */
  readonly isCompressed: boolean
}

/**
 * A ZIP archive as a stream, file by file: no more than one file is prepared, as fast as the archive is read. When its
 * reader leaves, the iterator of the files is ended. A fault of a file destroys the stream, so that the archive is not
 * taken for a whole one.
 */
export function zipOf(files: AsyncIterable<ZippedFile>, mtime: Date): Readable {
  const zip = new ZipFile()
  // Its type is that of any stream; it is a PassThrough.
  const stream = zip.outputStream as Readable
  const left = new AbortController()
  stream.once('close', () => left.abort())
  zip.once('error', (error: Error) => stream.destroy(error))
  addEach(zip, files, { mtime, signal: left.signal }).catch((error: unknown) => {
    if (!left.signal.aborted) stream.destroy(error instanceof Error ? error : new Error(String(error)))
  })
  return stream
}

type Adding = { readonly mtime: Date; readonly signal: AbortSignal }

async function addEach(zip: ZipFile, files: AsyncIterable<ZippedFile>, { mtime, signal }: Adding): Promise<void> {
  for await (const { name, content, isCompressed } of files) {
    signal.throwIfAborted()
    const source = Readable.from(content, { objectMode: false })
    const leave = (): void => {
      source.destroy()
    }
    signal.addEventListener('abort', leave, { once: true })
    zip.addReadStream(source, name, { mtime, compress: isCompressed, mode: 0o100644 })
    try {
      await finished(source, { signal })
    } finally {
      signal.removeEventListener('abort', leave)
    }
  }
  zip.end()
}
