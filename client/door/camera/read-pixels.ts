import { prepareZXingModule, purgeZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { QR_OPTIONS } from './qr-options.ts'
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'

/** Loads the module, from our own shop and not from where the package would take it. Throws where it can't be loaded now. */
export async function openPixelReader(): Promise<(pixels: ImageData) => Promise<string>> {
  const locateFile = (file: string) => (file.endsWith('.wasm') ? wasm : file)
  try {
    await prepareZXingModule({ overrides: { locateFile }, fireImmediately: true })
  } catch (error) {
    // It would keep the failure for the next time.
    purgeZXingModule()
    throw error
  }
  return async pixels => {
    const [found] = await readBarcodes(pixels, QR_OPTIONS)
    return found?.text ?? ''
  }
}
