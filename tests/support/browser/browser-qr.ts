import jsQR from 'jsqr'
import type { Locator } from 'playwright-core'

/** The text of a QR code as a camera sees it on the screen; null when none can be read there. */
export async function qrTextOf(drawing: Locator): Promise<string | null> {
  const png = await drawing.screenshot()
  const { width, height, greys } = await pixelsOf(drawing, png.toString('base64'))
  const pixels = new Uint8ClampedArray(width * height * 4).fill(255)
  for (let at = 0; at < width * height; at++) pixels.fill(greys.charCodeAt(at), at * 4, at * 4 + 3)
  return jsQR.default(pixels, width, height)?.data ?? null
}

type Picture = { readonly width: number; readonly height: number; readonly greys: string }

/** The page can read a picture: one character for the brightness of each pixel. */
function pixelsOf(on: Locator, png: string): Promise<Picture> {
  return on.evaluate(async (element, base64) => {
    const page = element.ownerDocument
    const image = page.createElement('img')
    image.src = `data:image/png;base64,${base64}`
    await image.decode()
    const canvas = page.createElement('canvas')
    canvas.width = image.naturalWidth
    canvas.height = image.naturalHeight
    const drawing = canvas.getContext('2d')
    drawing.drawImage(image, 0, 0)
    const { data } = drawing.getImageData(0, 0, canvas.width, canvas.height)
    let greys = ''
    for (let at = 0; at < data.length; at += 4) {
      greys += String.fromCharCode(Math.round((data[at] + data[at + 1] + data[at + 2]) / 3))
    }
    return { width: canvas.width, height: canvas.height, greys }
  }, png)
}
