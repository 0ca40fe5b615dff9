import type { BadgeSize } from '#domain/organiser/order-desk/badge.ts'
import { type Texts, sayIn } from '#server/foundation/language/texts.ts'
import { type DocumentLook, drawn } from './document-look.ts'
import { renderPdf } from './pdf-renderer.ts'
import { type Written, written } from './written.ts'

/** What a badge shows. It is worn in public, so that its code is no ticket's. */
export type Badge = {
  readonly name: string
  /** Null: none is known. */
  readonly company: string | null
  readonly category: string
  /** What its code says. */
  readonly code: string
}

export type BadgeSheet = {
  /** Of the document and its labels. */
  readonly language: string
  readonly size: BadgeSize
  /** The name of the event. */
  readonly event: string
  readonly badges: readonly Badge[]
}

/** The data `badge.typ` reads. */
type BadgePage = {
  readonly language: string
  readonly title: string
  readonly size: BadgeSize
  readonly event: Written
  readonly badges: readonly {
    readonly name: Written
    readonly company: Written | null
    readonly category: Written
    /** What the code is, for those who do not see it. */
    readonly code: string
  }[]
}

/** Badges as a PDF/UA-1 file, in their order: as many on a page as its size has. */
export function badgesPdf(
  sheet: BadgeSheet,
  texts: Pick<Texts, 'text'>,
  { accent }: Pick<DocumentLook, 'accent'> = {},
): Promise<Uint8Array> {
  const page = JSON.stringify(pageOf(sheet, texts))
  return renderPdf('badge', { page, qrTexts: sheet.badges.map(({ code }) => code), ...drawn({ accent }) })
}

function pageOf({ language, size, event, badges }: BadgeSheet, texts: Pick<Texts, 'text'>): BadgePage {
  const say = sayIn(texts, language)
  return {
    language,
    title: say('foyer.desk.badge.pdf.title', event),
    size,
    event: written(event),
    badges: badges.map(({ name, company, category }) => ({
      name: written(name),
      company: company === null ? null : written(company),
      category: written(category),
      code: say('foyer.door.badge.code', name),
    })),
  }
}
