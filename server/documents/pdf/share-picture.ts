import { type DocumentLook, drawn } from './document-look.ts'
import { renderPdf } from './pdf-renderer.ts'
import { written } from './written.ts'

/** What the picture of a page says. */
export type SharePicture = {
  readonly language: string
  readonly title: string
  /** Below it, each on a line of its own: when, where, by whom. */
  readonly lines: readonly string[]
  /** The name of the shop. */
  readonly house: string
}

/** Graphemes; more than these are no name that a picture could show. */
const LONGEST = { title: 180, line: 100, house: 40 }

/** A picture of 1200 by 630 pixels as PNG, for link previews. The same content makes the same bytes. */
export function sharePicture(picture: SharePicture, look: DocumentLook = {}): Promise<Uint8Array> {
  const { language, title, lines, house } = picture
  const page = {
    language,
    title: written(cut(title, LONGEST.title)),
    lines: lines.map(line => written(cut(line, LONGEST.line))),
    house: written(cut(house, LONGEST.house)),
  }
  return renderPdf('share', { page: JSON.stringify(page), ...drawn(look) })
}

/** In one line, and at most so many graphemes: the last word is left out rather than cut, unless it is most of the text. */
function cut(text: string, most: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  const letters = Array.from(GRAPHEMES.segment(line), ({ segment }) => segment)
  if (letters.length <= most) return line
  const kept = letters.slice(0, most - 1)
  const blank = kept.lastIndexOf(' ')
  return `${kept
    .slice(0, blank > most / 2 ? blank : most)
    .join('')
    .trimEnd()}…`
}

const GRAPHEMES = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
