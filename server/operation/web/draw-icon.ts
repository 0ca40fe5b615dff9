import sharp from 'sharp'
import { MAX_PIXELS } from '#server/foundation/file/image-type.ts'

/** Draws the icon of the shop, in the process of heavy-worker.ts. */

export type IconToDraw = {
  /** Pixels of each side. */
  readonly size: number
  /** The colour around a logo. */
  readonly paper: string
  /** A logo, or colours for the mark of the house. */
  readonly look: { readonly logo: Uint8Array } | { readonly ground: string; readonly ink: string }
}

/** A PNG of the logo on paper, or of two open doors on the colour of the shop. Rejects if the logo can't be read. */
export async function drawIcon({ size, paper, look }: IconToDraw): Promise<Uint8Array> {
  if ('ground' in look) {
    return sharp(Buffer.from(doors(look.ground, look.ink)), { density: 72 * (size / 24) })
      .resize(size, size)
      .png()
      .toBuffer()
  }
  const inner = Math.round(size * 0.8)
  const edge = Math.floor((size - inner) / 2)
  const margins = { top: edge, left: edge, bottom: size - inner - edge, right: size - inner - edge, background: paper }
  return sharp(look.logo, { limitInputPixels: MAX_PIXELS })
    .resize(inner, inner, { fit: 'contain', background: paper })
    .flatten({ background: paper })
    .extend(margins)
    .png()
    .toBuffer()
}

/** The mark of the house, with the room around it that round icons cut off. */
const doors = (ground: string, ink: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="-8 -8 40 40"><path d="M-8-8h40v40H-8z" fill="${ground}"/><g fill="${ink}"><path d="M2 3.2 11 1v22l-9-2.2zM13 1l9 2.2v17.6L13 23z"/></g></svg>`
