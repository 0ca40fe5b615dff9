/** Pixels of width that a picture is scaled to: for a card of a list, a phone, and a phone with three pixels for each of CSS. */
export const PICTURE_WIDTHS = ['320', '640', '960'] as const
export type PictureWidth = (typeof PICTURE_WIDTHS)[number]

/** The address of a stored image: as it is, or at most so many pixels wide. */
export const pictureAddress = (digest: string, width?: PictureWidth): string =>
  `/file/${digest}${width === undefined ? '' : `?width=${width}`}`

/** How wide browsers take the stored image to be when they choose; it has 2,000 pixels at most where the shop made it small. */
const STORED_WIDTH = 1600

/** The `srcset` of a stored image: browsers choose from it by the `sizes` beside it. */
export function pictureSources(digest: string): string {
  const scaled = PICTURE_WIDTHS.map(width => `${pictureAddress(digest, width)} ${width}w`)
  return [...scaled, `${pictureAddress(digest)} ${STORED_WIDTH}w`].join(', ')
}
