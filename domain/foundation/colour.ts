/** Colours as people write them, "#a8321a", and the contrast that pages need (WCAG 2.2, 1.4.3). */

type Rgb = readonly [red: number, green: number, blue: number]

/** An accent for pages in the light and in the dark, each with the colour of text on it. */
export type Accent = {
  readonly light: string
  readonly onLight: string
  readonly dark: string
  readonly onDark: string
}

/** The darkest light ground of pages, and the lightest dark one (client/kit/tokens.css): what reads there reads on the others. */
const LIGHT_GROUND: Rgb = [247, 244, 238]
const DARK_GROUND: Rgb = [33, 30, 27]
const WHITE: Rgb = [255, 255, 255]
const BLACK: Rgb = [0, 0, 0]

const ENOUGH = 4.5
const STEPS = 50

/**
 * The nearest shades of a colour that can be read as text on the grounds of pages: darkened for the light, lightened for
 * the dark, in steps of a fiftieth. `colour` is "#rrggbb".
 */
export function accentOf(colour: string): Accent {
  const own = parsed(colour)
  const light = readable(own, BLACK, LIGHT_GROUND)
  const dark = readable(own, WHITE, DARK_GROUND)
  return { light: written(light), onLight: textOn(light), dark: written(dark), onDark: textOn(dark) }
}

function readable(own: Rgb, towards: Rgb, ground: Rgb): Rgb {
  const shades = Array.from({ length: STEPS + 1 }, (_, step) => mixed(own, towards, step / STEPS))
  return shades.find(shade => contrast(shade, ground) >= ENOUGH) ?? towards
}

function textOn(ground: Rgb): string {
  return contrast(WHITE, ground) >= ENOUGH ? '#ffffff' : '#000000'
}

function parsed(colour: string): Rgb {
  const part = (at: number): number => Number.parseInt(colour.slice(at, at + 2), 16)
  return [part(1), part(3), part(5)]
}

const written = (rgb: Rgb): string => `#${rgb.map(part => Math.round(part).toString(16).padStart(2, '0')).join('')}`

function mixed([red, green, blue]: Rgb, [r, g, b]: Rgb, share: number): Rgb {
  const mix = (from: number, to: number): number => Math.round(from + (to - from) * share)
  return [mix(red, r), mix(green, g), mix(blue, b)]
}

function contrast(a: Rgb, b: Rgb): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].toSorted((one, other) => other - one)
  return (high + 0.05) / (low + 0.05)
}

function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function linear(part: number): number {
  const share = part / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}
