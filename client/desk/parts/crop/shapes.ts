/** A shape that a picture is cut to, by the name of its text. */
export type Shape = {
  readonly name: 'page' | 'preview' | 'free' | 'whole'
  /** Width by height; left out: any. */
  readonly ratio?: number
}

const FREE: Shape = { name: 'free' }
const WHOLE: Shape = { name: 'whole' }

/** Of an event or a pass: as it is drawn on its page and in lists (`client/kit/poster`). The first of the shapes is the proposal. */
export const OFFER_SHAPES: readonly Shape[] = [{ name: 'page', ratio: 16 / 10 }, FREE, WHOLE]

/** Of pictures that are drawn in their own shape. */
const OWN_SHAPES: readonly Shape[] = [WHOLE, FREE]

/** Of a setting; the cover is also what other sites show of a link to the shop. */
export const shapesOfSetting = (key: string): readonly Shape[] =>
  key === 'SHOP_COVER' ? [WHOLE, { name: 'preview', ratio: 1200 / 630 }, FREE] : OWN_SHAPES
