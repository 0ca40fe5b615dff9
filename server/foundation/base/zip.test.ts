import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { type ZippedFile, zipOf } from './zip.ts'

const file = (name: string, ...content: string[]): ZippedFile => ({ name, content, isCompressed: true })
const MTIME = new Date('2027-01-15T09:00:00Z')

async function* files(...all: ZippedFile[]): AsyncGenerator<ZippedFile> {
  for (const one of all) yield one
}

test('an archive is read by another library, with the letters of its names and files', async () => {
  const archive = await buffer(zipOf(files(file('orders.csv', 'a,', 'b'), file('documents/Zürich 1.txt', 'ß')), MTIME))
  const read = unzipSync(new Uint8Array(archive))
  expect(Object.entries(read).map(([name, content]) => [name, strFromU8(content)])).toEqual([
    ['orders.csv', 'a,b'],
    ['documents/Zürich 1.txt', 'ß'],
  ])
})

test('an archive without files is one', async () => {
  expect(unzipSync(new Uint8Array(await buffer(zipOf(files(), MTIME))))).toEqual({})
})

test('files are prepared no faster than the archive is read, and no more of them once its reader leaves', async () => {
  let prepared = 0
  let hasEnded = false
  async function* many(): AsyncGenerator<ZippedFile> {
    try {
      for (;;) {
        prepared += 1
        yield { name: `${prepared}.bin`, content: [new Uint8Array(200_000)], isCompressed: false }
      }
    } finally {
      hasEnded = true
    }
  }
  const stream = zipOf(many(), MTIME)
  await pause(100)
  expect(prepared).toBeLessThan(10)
  stream.destroy()
  await expect.poll(() => hasEnded).toBe(true)
  const before = prepared
  await pause(20)
  expect(prepared).toBe(before)
})

test('a fault of a file destroys the archive', async () => {
  async function* faulty(): AsyncGenerator<ZippedFile> {
    yield file('one', 'x')
    throw new Error('no database')
  }
  await expect(buffer(zipOf(faulty(), MTIME))).rejects.toThrow('no database')
  async function* broken(): AsyncGenerator<string> {
    yield 'half'
    throw new Error('half a file')
  }
  await expect(buffer(zipOf(files({ name: 'half', content: broken(), isCompressed: true }), MTIME))).rejects.toThrow(
    'half a file',
  )
})
