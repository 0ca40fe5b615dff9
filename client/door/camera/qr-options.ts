import type { ReaderOptions } from 'zxing-wasm/reader'

/** Codes on screens with cracks and little light are read as well (phone-pictures.test.ts). */
export const QR_OPTIONS: ReaderOptions = {
  formats: ['QRCode'],
  tryHarder: true,
  tryInvert: true,
  tryRotate: true,
  maxNumberOfSymbols: 1,
}
