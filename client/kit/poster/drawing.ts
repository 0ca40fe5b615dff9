/** Ground, sun, hill and shade of a drawn poster; each set keeps its distance from the paper in both themes. */
const PALETTES = [
  ['#f0c9a6', '#d9532c', '#32434f', '#1f2b33'],
  ['#cfd9c4', '#e0a526', '#3f6650', '#24402f'],
  ['#c9d6df', '#f2f0e6', '#4a6a8a', '#27405c'],
  ['#e7c6c9', '#a8321a', '#6b3b57', '#3b2038'],
  ['#e9dcb8', '#c4472b', '#8a6a3a', '#4b3a22'],
] as const

/** A number between two bounds, the same for the same name and place in the drawing. */
type At = (place: number, from: number, to: number) => number

type Colours = { readonly sun: string; readonly hill: string; readonly shade: string }

/** Returns the parts of a drawing of 160 by 100 in four colours, as SVG, a little different for every name. */
export function drawingOf(name: string): string {
  const seed = seedOf(name)
  const [ground, sun, hill, shade] = PALETTES[(seed >>> 4) % PALETTES.length] ?? PALETTES[0]
  const at: At = (place, from, to) => from + shareOf(seed, place) * (to - from)
  const motif = MOTIFS[(seed >>> 21) % MOTIFS.length] ?? hills
  return `<rect width="160" height="100" fill="${ground}"/>${motif(at, { sun, hill, shade })}`
}

const circle = (x: number, y: number, radius: number, fill: string): string =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`

const path = (line: string, fill: string, opacity = 1): string =>
  `<path d="${line}" fill="${fill}" opacity="${opacity}"/>`

function hills(at: At, { sun, hill, shade }: Colours): string {
  const peak = at(1, 26, 66)
  return (
    circle(at(2, 84, 136), at(3, 24, 42), at(4, 13, 21), sun) +
    path(
      `M0 ${at(5, 78, 88)} ${peak - 8} ${at(6, 40, 52)} ${peak + 16} ${at(7, 62, 72)} ${peak + 46} ${at(8, 22, 38)} 148 ${at(9, 74, 84)} 160 ${at(10, 66, 80)}V100H0Z`,
      hill,
    ) +
    path(`M0 100V${at(11, 84, 92)}l42-${at(12, 8, 14)} 44 12 38-9 36 8v20Z`, shade)
  )
}

function waves(at: At, { sun, hill, shade }: Colours): string {
  const wave = (y: number, swing: number) => `M0 ${y}q20-${swing} 40 0t40 0 40 0 40 0V100H0Z`
  return (
    circle(at(1, 40, 120), at(2, 38, 52), at(3, 22, 32), sun) +
    path(wave(at(4, 52, 60), at(5, 12, 22)), hill, 0.55) +
    path(wave(at(6, 64, 70), at(7, 10, 20)), hill) +
    path(wave(at(8, 80, 86), at(9, 8, 16)), shade)
  )
}

function arches(at: At, { sun, hill, shade }: Colours): string {
  const middle = at(1, 52, 108)
  const arch = (radius: number) =>
    `M${middle - radius} 100V${radius + 14}a${radius} ${radius} 0 0 1 ${radius * 2} 0V100Z`
  return (
    path(arch(46), hill, 0.35) +
    path(arch(35), hill) +
    path(arch(23), sun) +
    path(arch(11), shade) +
    path('M0 92h160v8H0Z', shade)
  )
}

function quarters(at: At, { sun, hill, shade }: Colours): string {
  const colours = [sun, hill, shade] as const
  const cell = (_: unknown, place: number): string => {
    const fill = colours[Math.floor(at(place + 20, 0, 2.99))] ?? sun
    const move = `translate(${(place % 5) * 34 - 5} ${Math.floor(place / 5) * 34 - 1})`
    const turn = `rotate(${Math.floor(at(place + 40, 0, 3.99)) * 90} 17 17)`
    const quarter = path('M0 0h34a34 34 0 0 1-34 34Z', fill, at(place + 60, 0, 1) < 0.25 ? 0 : 1)
    return `<g transform="${move} ${turn}">${quarter}</g>`
  }
  return Array.from({ length: 15 }, cell).join('')
}

const MOTIFS = [hills, waves, arches, quarters] as const

/** Anything from 0 to 1, decided by the name and the place in the drawing. */
function shareOf(seed: number, place: number): number {
  const mixed = Math.imul(seed ^ Math.imul(place, 0x9e3779b1), 0x85ebca6b)
  return ((mixed ^ (mixed >>> 13)) >>> 0) / 0xffffffff
}

/** FNV-1a: spreads similar names far apart. */
function seedOf(name: string): number {
  let hash = 0x811c9dc5
  for (const character of name) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return hash >>> 0
}
