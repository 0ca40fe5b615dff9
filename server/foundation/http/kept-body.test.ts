import { randomBytes } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { HOLE_BYTES, keptBody } from './kept-body.ts'

const PLACEHOLDER = 'a-placeholder-of-another-length'
const words = (count: number) => Array.from({ length: count }, () => `${randomBytes(3).toString('hex')} é`).join(' ')

test.each([
  ['one hole', `before ${PLACEHOLDER} after`],
  ['a hole alone', PLACEHOLDER],
  ['a hole at its end', `before ${PLACEHOLDER}`],
  ['two holes side by side', `${PLACEHOLDER}${PLACEHOLDER}`],
  ['thirty holes in a page', `<p>${words(40)}<script nonce="${PLACEHOLDER}">`.repeat(30)],
  ['holes too far from each other for a reference', `${PLACEHOLDER}${words(30_000)}${PLACEHOLDER}`],
])('a body with %s is read with the value of its answer in it, however it travels', async (_, text) => {
  const body = keptBody(text, PLACEHOLDER)
  for (let answer = 0; answer < 3; answer += 1) {
    const value = randomBytes(HOLE_BYTES / 2).toString('hex')
    const expected = text.replaceAll(PLACEHOLDER, value)
    expect((await body.bytes('identity', value)).toString()).toBe(expected)
    expect(brotliDecompressSync(await body.bytes('br', value)).toString()).toBe(expected)
    expect(gunzipSync(await body.bytes('gzip', value)).toString()).toBe(expected)
  }
})

test('answers of one body that are made at once do not share a value', async () => {
  const body = keptBody(`<script nonce="${PLACEHOLDER}">`.repeat(20), PLACEHOLDER)
  const values = Array.from({ length: 50 }, () => randomBytes(HOLE_BYTES / 2).toString('hex'))
  const answers = await Promise.all(values.map(value => body.bytes('gzip', value)))
  expect(answers.map(bytes => /"(\w+)"/.exec(gunzipSync(bytes).toString())?.[1])).toEqual(values)
})

test('a body without a hole is the same bytes each time', async () => {
  const body = keptBody(words(500))
  const [first, second] = await Promise.all([body.bytes('br', ''), body.bytes('br', 'ignored')])
  expect(first).toBe(second)
  expect(brotliDecompressSync(first).toString()).toBe(body.text)
  expect(gunzipSync(await body.bytes('gzip', '')).toString()).toBe(body.text)
  expect((await body.bytes('identity', '')).toString()).toBe(body.text)
})

// A reference that begins in the last byte of the hole would repeat the last byte of each answer's value.
test('a text that goes on like the one behind the hole keeps the byte before it, whatever the value is', async () => {
  const after = '" src="/file/a-picture-of-the-event.jpg" width="1200" height="630">'
  for (let time = 0; time < 300; time += 1) {
    const text = `<img nonce="${PLACEHOLDER}${after}<img id="9e8f${after}`
    const body = keptBody(text, PLACEHOLDER)
    const value = '0'.repeat(HOLE_BYTES)
    expect(brotliDecompressSync(await body.bytes('br', value)).toString()).toBe(text.replaceAll(PLACEHOLDER, value))
    expect(gunzipSync(await body.bytes('gzip', value)).toString()).toBe(text.replaceAll(PLACEHOLDER, value))
  }
})
