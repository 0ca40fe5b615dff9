import jsQR from 'jsqr'
import sharp from 'sharp'

/** What a camera reads in a picture of a QR code, a drawing or a photo; null when there is none. Not by the library that drew it. */
export async function readQr(picture: Uint8Array): Promise<string | null> {
  const { data, info } = await sharp(picture, { density: 300 })
    .flatten({ background: '#fff' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const read = jsQR.default(new Uint8ClampedArray(data), info.width, info.height)
  // A code may say that its bytes are UTF-8; the reader takes them one by one.
  return read && new TextDecoder().decode(Uint8Array.from(read.binaryData))
}
