/** Reads the code that a camera sees; empty where there is none. */
export type ReadCodes = (video: HTMLVideoElement) => Promise<string>

declare const BarcodeDetector: undefined | DetectorOfBrowser
type DetectorOfBrowser = {
  new (options: { formats: string[] }): Detector
  getSupportedFormats(): Promise<string[]>
}
type Detector = { detect(source: HTMLVideoElement): Promise<{ readonly rawValue: string }[]> }

/** By the browser itself where it can; by a module that is loaded now otherwise. Throws where that can't be loaded. */
export async function openReader(): Promise<ReadCodes> {
  return (await ownReader()) ?? pixelReader()
}

/** Undefined where the browser has no detector, or one by name alone: some systems have none behind it. */
export async function ownReader(): Promise<ReadCodes | undefined> {
  if (typeof BarcodeDetector !== 'function') return undefined
  const formats = await BarcodeDetector.getSupportedFormats().catch((): string[] => [])
  if (!formats.includes('qr_code')) return undefined
  const detector = new BarcodeDetector({ formats: ['qr_code'] })
  return async video => (await detector.detect(video))[0]?.rawValue ?? ''
}

async function pixelReader(): Promise<ReadCodes> {
  const { openPixelReader } = await import('./read-pixels.ts')
  const read = await openPixelReader()
  const canvas = document.createElement('canvas')
  return async video => {
    const scale = Math.min(1, MOST_PIXELS / Math.max(video.videoWidth, video.videoHeight, 1))
    canvas.width = Math.round(video.videoWidth * scale)
    canvas.height = Math.round(video.videoHeight * scale)
    const context = canvas.getContext('2d', { willReadFrequently: true })
    if (!context || canvas.width === 0) return ''
    context.drawImage(video, 0, 0, canvas.width, canvas.height)
    return read(context.getImageData(0, 0, canvas.width, canvas.height))
  }
}

/** Of the longer side: enough for a code that fills a third of the picture. */
const MOST_PIXELS = 960
