import { afterEach, expect, test, vi } from 'vitest'
import { ownReader } from './read-codes.ts'

afterEach(() => vi.unstubAllGlobals())

/** A browser whose detector reads these formats, and sees this code. */
const stubDetector = (formats: () => Promise<string[]>) =>
  vi.stubGlobal(
    'BarcodeDetector',
    class {
      static readonly getSupportedFormats = formats
      async detect() {
        return [{ rawValue: 'the code of a ticket' }]
      }
    },
  )

// What is read of a picture is the detector's own affair.
const VIDEO = {} as HTMLVideoElement

test('codes are read by the browser where it reads QR codes', async () => {
  stubDetector(async () => ['code_128', 'qr_code'])
  const read = await ownReader()
  expect(await read?.(VIDEO)).toBe('the code of a ticket')
})

test.each<[string, () => Promise<string[]>]>([
  ['that reads no QR codes', async () => ['code_128']],
  ['that there is by name alone', async () => []],
  ['that fails', () => Promise.reject(new Error('no service'))],
])('a detector %s is not used', async (_, formats) => {
  stubDetector(formats)
  expect(await ownReader()).toBeUndefined()
})

test('a browser without a detector has no reader of its own', async () => {
  expect(await ownReader()).toBeUndefined()
})
