import { type Texts, sayIn } from '#server/foundation/language/texts.ts'
import { type TimeSpan, timeSpanLines } from '#server/foundation/language/dates.ts'
import { type DocumentLook, drawn } from './document-look.ts'
import { renderPdf } from './pdf-renderer.ts'
import { type Written, ourTexts, written } from './written.ts'

export const POSTER_SIZES = ['a4', 'a3'] as const
export type PosterSize = (typeof POSTER_SIZES)[number]

/** What a poster shows. */
export type Poster = {
  /** Of the labels, the dates and the document. */
  readonly language: string
  readonly size: PosterSize
  readonly name: string
  readonly organizer: string
  readonly when: TimeSpan
  readonly place: string | null
  /** What the code says, and what is printed below it. */
  readonly url: string
}

/** The data `poster.typ` reads. */
type PosterPage = {
  readonly language: string
  readonly title: string
  readonly paper: PosterSize
  /** Of everything, beside A4. */
  readonly scale: number
  readonly name: Written
  readonly organizer: Written
  readonly lines: readonly Written[]
  readonly scan: Written
  readonly 'code-description': string
  readonly address: string
}

/** A poster with a large code as a PDF/UA-1 file of one page. */
export function posterPdf(
  poster: Poster,
  texts: Pick<Texts, 'text'>,
  { accent }: Pick<DocumentLook, 'accent'> = {},
): Promise<Uint8Array> {
  return renderPdf('poster', { page: JSON.stringify(pageOf(poster, texts)), qrText: poster.url, ...drawn({ accent }) })
}

function pageOf(poster: Poster, texts: Pick<Texts, 'text'>): PosterPage {
  const { language, size, name, organizer, when, place, url } = poster
  const say = sayIn(texts, language)
  const ours = ourTexts(language, say)
  return {
    language,
    title: say('foyer.poster.title', name),
    paper: size,
    scale: size === 'a4' ? 1 : Math.SQRT2,
    name: written(name),
    organizer: written(organizer),
    lines: [...timeSpanLines(when, language), ...(place === null ? [] : place.split('\n'))].map(written),
    scan: ours('foyer.poster.scan'),
    'code-description': say('foyer.poster.code', url),
    address: url.replace(/^https?:\/\//, ''),
  }
}
