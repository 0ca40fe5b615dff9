import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { QR_OPTIONS } from './qr-options.ts'
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'

// From our own shop, and not from where the package would take it.
prepareZXingModule({ overrides: { locateFile: (file: string) => (file.endsWith('.wasm') ? wasm : file) } })

export async function readPixels(pixels: ImageData): Promise<string> {
  const [found] = await readBarcodes(pixels, QR_OPTIONS)
  return found?.text ?? ''
}
