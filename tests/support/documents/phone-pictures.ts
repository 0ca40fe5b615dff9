import QRCode from 'qrcode'
import sharp from 'sharp'
import { randomNumbers } from '../run/random-numbers.ts'

/** Pictures of a telephone with a code on its screen, as a camera at a door takes them. */

const SIZE = 720
const random = randomNumbers(11)
const between = (least: number, most: number): number => Math.round(least + random() * (most - least))

/** As codes of tickets are drawn (server/documents/pdf/qr-code.ts). */
const ofCode = async (text: string): Promise<Buffer> =>
  QRCode.toBuffer(text, { type: 'png', width: 420, margin: 3, errorCorrectionLevel: 'H' })

/** The screen a bit askew, as it is held. */
async function held(code: Buffer): Promise<Buffer> {
  const turned = await sharp(code)
    .affine([0.98, 0.12, -0.07, 0.93], { background: '#efece6' })
    .rotate(7, { background: '#3a332d' })
    .toBuffer()
  return sharp({ create: { width: SIZE, height: SIZE, channels: 3, background: '#3a332d' } })
    .composite([{ input: turned, gravity: 'centre' }])
    .png()
    .toBuffer()
}

/** Grain of a small camera. */
const grain = async (strength: number): Promise<Buffer> =>
  sharp({
    create: {
      width: SIZE,
      height: SIZE,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: strength },
    },
  })
    .png()
    .toBuffer()

/** Cracks run from one point over the glass: light edges, some of them over the code. */
function cracks(): Buffer {
  const lines = Array.from({ length: 8 }, () => {
    const bend = `${between(300, 520)},${between(280, 520)}`
    return `<polyline points="640,610 ${bend} ${between(0, SIZE)},${between(0, SIZE)}" fill="none" stroke="#f4f4f4" stroke-width="${between(1, 3)}"/>`
  })
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}">${lines.join('')}</svg>`)
}

/** A screen as bright as it gets, and clean. */
export async function lightPhone(text: string): Promise<Buffer> {
  return held(await ofCode(text))
}

/** A screen with cracks, lit by a lamp from one side. */
export async function crackedPhone(text: string): Promise<Buffer> {
  return sharp(await held(await ofCode(text)))
    .composite([{ input: cracks() }, { input: await grain(14), blend: 'soft-light' }])
    .blur(0.8)
    .png()
    .toBuffer()
}

/** A screen at its least light, in the dark: little contrast, much grain, out of focus. */
export async function dimPhone(text: string): Promise<Buffer> {
  return sharp(await held(await ofCode(text)))
    .linear(0.14, 18)
    .composite([{ input: await grain(10), blend: 'soft-light' }])
    .blur(1.4)
    .png()
    .toBuffer()
}
