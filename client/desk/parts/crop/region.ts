/** A part of a picture in pixels, as the shop takes it with an upload. */
export type Region = {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** A box on a picture, in hundredths of its sides. */
export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

type Size = { readonly width: number; readonly height: number }

/** The whole pixels in a box, at least one, never beyond the picture; undefined where they are all of it. */
export function regionOf(box: Box, { width, height }: Size): Region | undefined {
  const [left, right] = pixels(box.x, box.width, width)
  const [top, bottom] = pixels(box.y, box.height, height)
  const region = { left, top, width: right - left, height: bottom - top }
  return region.width === width && region.height === height ? undefined : region
}

function pixels(from: number, length: number, all: number): readonly [number, number] {
  const at = (hundredths: number) => Math.round((Math.min(Math.max(hundredths, 0), 100) / 100) * all)
  const first = Math.min(at(from), all - 1)
  return [first, Math.max(first + 1, at(from + length))]
}

/** The largest box of a shape (width by height), in the middle of the picture; without a shape the whole picture. */
export function largestBox(ratio: number | undefined, { width, height }: Size): Box {
  if (ratio === undefined) return { x: 0, y: 0, width: 100, height: 100 }
  const across = Math.min(100, ((height * ratio) / width) * 100)
  const down = Math.min(100, (width / ratio / height) * 100)
  return { x: (100 - across) / 2, y: (100 - down) / 2, width: across, height: down }
}
