import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { QR_OPTIONS } from './qr-options.ts'
import { crackedPhone, dimPhone } from '#tests/support/documents/phone-pictures.ts'

/** A ticket's code: its private id and a signature. */
const CODE = '6f1e7a3c-0b1d-4c3e-9f55-1c2d3e4f5a6b/3q2+7w8RJ1m2n5pXQeQ0uY0v3o9yM0rT5cXwJb1kZ7A='

const wasm = readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')))
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } })

test.each([
  ['a cracked screen', crackedPhone],
  ['a dim screen', dimPhone],
])('the page of a door reads the code from a picture of %s', async (_, pictureOf) => {
  const found = await readBarcodes(new Uint8Array(await pictureOf(CODE)), QR_OPTIONS)
  expect(found.map(({ text }) => text)).toEqual([CODE])
})
