import css from './poster.module.css'

type PosterProps = {
  /** Digest of the picture; null draws one from the name. */
  readonly file: string | null
  readonly name: string
  /** The picture decides how soon the page looks complete. */
  readonly first?: boolean
}

/** The picture of an event. It says nothing that the text beside it doesn't, so it has no words of its own. */
export function Poster({ file, name, first = false }: PosterProps) {
  if (file === null) return <DrawnPoster name={name} />
  return (
    <img
      className={css.poster}
      src={`/file/${file}`}
      alt=""
      width={1280}
      height={800}
      loading={first ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : 'auto'}
      decoding="async"
    />
  )
}

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

type MotifProps = {
  readonly at: At
  readonly ground: string
  readonly sun: string
  readonly hill: string
  readonly shade: string
}

/** A picture in four colours, a little different for every name. */
function DrawnPoster({ name }: { name: string }) {
  const seed = seedOf(name)
  const [ground, sun, hill, shade] = PALETTES[(seed >>> 4) % PALETTES.length] ?? PALETTES[0]
  const at: At = (place, from, to) => from + shareOf(seed, place) * (to - from)
  const Motif = MOTIFS[(seed >>> 21) % MOTIFS.length] ?? Hills
  return (
    <svg
      className={css.poster}
      viewBox="0 0 160 100"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      <rect width="160" height="100" fill={ground} />
      <Motif at={at} ground={ground} sun={sun} hill={hill} shade={shade} />
    </svg>
  )
}

function Hills({ at, sun, hill, shade }: MotifProps) {
  const peak = at(1, 26, 66)
  return (
    <>
      <circle cx={at(2, 84, 136)} cy={at(3, 24, 42)} r={at(4, 13, 21)} fill={sun} />
      <path
        d={`M0 ${at(5, 78, 88)} ${peak - 8} ${at(6, 40, 52)} ${peak + 16} ${at(7, 62, 72)} ${peak + 46} ${at(8, 22, 38)} 148 ${at(9, 74, 84)} 160 ${at(10, 66, 80)}V100H0Z`}
        fill={hill}
      />
      <path d={`M0 100V${at(11, 84, 92)}l42-${at(12, 8, 14)} 44 12 38-9 36 8v20Z`} fill={shade} />
    </>
  )
}

function Waves({ at, sun, hill, shade }: MotifProps) {
  const wave = (y: number, swing: number) => `M0 ${y}q20-${swing} 40 0t40 0 40 0 40 0V100H0Z`
  return (
    <>
      <circle cx={at(1, 40, 120)} cy={at(2, 38, 52)} r={at(3, 22, 32)} fill={sun} />
      <path d={wave(at(4, 52, 60), at(5, 12, 22))} fill={hill} opacity=".55" />
      <path d={wave(at(6, 64, 70), at(7, 10, 20))} fill={hill} />
      <path d={wave(at(8, 80, 86), at(9, 8, 16))} fill={shade} />
    </>
  )
}

function Arches({ at, sun, hill, shade }: MotifProps) {
  const middle = at(1, 52, 108)
  const arch = (radius: number) =>
    `M${middle - radius} 100V${radius + 14}a${radius} ${radius} 0 0 1 ${radius * 2} 0V100Z`
  return (
    <>
      <path d={arch(46)} fill={hill} opacity=".35" />
      <path d={arch(35)} fill={hill} />
      <path d={arch(23)} fill={sun} />
      <path d={arch(11)} fill={shade} />
      <rect y="92" width="160" height="8" fill={shade} />
    </>
  )
}

function Quarters({ at, sun, hill, shade }: MotifProps) {
  const colours = [sun, hill, shade] as const
  const cells = Array.from({ length: 15 }, (_, cell) => ({
    x: (cell % 5) * 34 - 5,
    y: Math.floor(cell / 5) * 34 - 1,
    cell,
  }))
  return cells.map(({ x, y, cell }) => (
    <path
      key={cell}
      d="M0 0h34a34 34 0 0 1-34 34Z"
      fill={colours[Math.floor(at(cell + 20, 0, 2.99))] ?? sun}
      opacity={at(cell + 60, 0, 1) < 0.25 ? 0 : 1}
      transform={`translate(${x} ${y}) rotate(${Math.floor(at(cell + 40, 0, 3.99)) * 90} 17 17)`}
    />
  ))
}

const MOTIFS = [Hills, Waves, Arches, Quarters] as const

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
