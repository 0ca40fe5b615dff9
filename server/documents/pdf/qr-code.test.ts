import { expect, test } from 'vitest'
import { qrPng, qrSvg } from './qr-code.ts'

const text = '2f9d3a52-7a0e-4a11-9a6b-0c5f4f1f0a11/wKZKm6zI2w6xNBnInS1f3l5LBlHTWTLDZk72J0v45ks='

test('the picture is a PNG of 200 by 200 pixels', async () => {
  const png = await qrPng(text)
  expect(png.subarray(0, 8)).toEqual(Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]))
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([200, 200])
})

test('the drawing has the modules of a code with error correction H', () => {
  const svg = qrSvg(text)
  // 81 bytes need version 8, 49 modules wide, only with the highest error correction.
  expect(svg).toContain('viewBox="0 0 49 49"')
  expect(svg).toMatch(/^<svg [^>]*><path d="(M\d+ \d+h\d+v1h-\d+z)+"\/><\/svg>$/)
})
