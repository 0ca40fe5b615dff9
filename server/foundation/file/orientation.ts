/** How a camera was held (EXIF 2.32, tag 274): 1 is upright, 2 mirrored, 3 upside down, 6 and 8 on its sides. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

type Size = { readonly width: number; readonly height: number }
type Region = { readonly left: number; readonly top: number; readonly width: number; readonly height: number }

/** Is the region within the image once it is turned? `size` is that of the image as it is stored. */
export function isWithinImage({ left, top, width, height }: Region, size: Size, orientation: Orientation): boolean {
  const turned = orientation < 5 ? size : { width: size.height, height: size.width }
  const isInside = left + width <= turned.width && top + height <= turned.height
  return isInside && left >= 0 && top >= 0 && width > 0 && height > 0
}

/** Where a region of the turned image is in the image as it is stored. */
export function storedRegion({ left, top, width, height }: Region, size: Size, orientation: Orientation): Region {
  const [x, y] = storedPoint(left, top, size, orientation)
  const [otherX, otherY] = storedPoint(left + width, top + height, size, orientation)
  return {
    left: Math.min(x, otherX),
    top: Math.min(y, otherY),
    width: Math.abs(x - otherX),
    height: Math.abs(y - otherY),
  }
}

function storedPoint(x: number, y: number, { width, height }: Size, orientation: Orientation): [number, number] {
  switch (orientation) {
    case 1:
      return [x, y]
    case 2:
      return [width - x, y]
    case 3:
      return [width - x, height - y]
    case 4:
      return [x, height - y]
    case 5:
      return [y, x]
    case 6:
      return [y, height - x]
    case 7:
      return [width - y, height - x]
    case 8:
      return [width - y, x]
    default:
      return orientation satisfies never
  }
}
