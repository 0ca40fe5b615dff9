import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'

/** Codes on screens with cracks and little light are read as well: tests/support/documents/phone-pictures.test.ts. */
export const QR_OPTIONS = {
  formats: ['QRCode'],
  tryHarder: true,
  tryInvert: true,
  tryRotate: true,
  maxNumberOfSymbols: 1,
} as const

// From our own shop, and not from where the package would take it.
prepareZXingModule({ overrides: { locateFile: (file: string) => (file.endsWith('.wasm') ? wasm : file) } })

export async function readPixels(pixels: ImageData): Promise<string> {
  const [found] = await readBarcodes(pixels, { ...QR_OPTIONS, formats: ['QRCode'] })
  return found?.text ?? ''
}
