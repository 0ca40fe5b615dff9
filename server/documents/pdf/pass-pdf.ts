import { type Say, type Texts, sayIn } from '#server/foundation/language/texts.ts'
import { type DocumentLook, drawn, shopOn } from './document-look.ts'
import { renderPdf } from './pdf-renderer.ts'
import type { Pass } from '#domain/catalog/catalog/pass.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { pluralOf } from '#domain/foundation/language/texts.ts'
import type { BoughtPass } from '#domain/order/pass/bought-pass.ts'
import { longDate } from '#server/foundation/language/dates.ts'
import { type FactOnPage, type Written, ourTexts, written, writtenLines } from './written.ts'

/** A bought pass as an A4 PDF/UA-1 file, in the manner of tickets. `look` has the picture that heads it. */
export function passPdf(pass: PassDocument, texts: Pick<Texts, 'text'>, look: DocumentLook = {}): Promise<Uint8Array> {
  const page = JSON.stringify({ ...passPage(pass, texts), shop: shopOn(look) })
  return renderPdf('pass', { page, ...(pass.codes && { qrText: pass.useUrl }), ...drawn(look) })
}

/** What the document of a bought pass contains. */
export type PassDocument = {
  /** Language of the labels, of the dates and of the document. */
  readonly language: string
  readonly passName: string
  readonly organizer: { readonly name: string; readonly email: string }
  readonly owner: { readonly name: string; readonly email: string }
  readonly valid: BoughtPass['valid']
  readonly timeZone: string
  readonly entries: {
    /** Null: any number. */
    readonly max: number | null
    readonly used: number
    readonly usage: Pass['usage']['kind']
  }
  /** What uses it; null where it is not to be shown. */
  readonly codes: { readonly pin: string; readonly id: string } | null
  /** The page on which tickets are chosen with it. */
  readonly useUrl: string
  readonly answers: readonly { readonly label: string; readonly value: string }[]
  /** Readable text, paragraphs between empty lines; empty when there is none. */
  readonly description: string
  readonly order: { readonly shortId: string; readonly buyer: string }
  /** When it was made: entries are counted up to then. */
  readonly madeAt: Instant
}

type Code = { readonly label: Written; readonly code: string }

/** The data `pass.typ` reads: finished texts, nothing left to decide. */
type PassPage = {
  readonly language: string
  readonly title: string
  readonly kind: Written
  readonly pass: Written
  readonly owner: readonly Written[]
  readonly facts: readonly FactOnPage[]
  readonly use: { readonly label: Written; readonly url: string }
  /** First the PIN, then the number. */
  readonly codes: { readonly description: string; readonly scan: Written; readonly list: readonly Code[] } | null
  readonly answers: { readonly title: Written; readonly facts: readonly FactOnPage[] } | null
  readonly description: { readonly title: Written; readonly paragraphs: readonly (readonly Written[])[] } | null
  readonly hints: readonly { readonly title: Written; readonly text: Written }[]
}

/** By its public name: its id would show every reader of the file how to use it. */
export function passFileName(publicId: string): string {
  return `subscription-${publicId}.pdf`
}

function passPage(pass: PassDocument, texts: Pick<Texts, 'text'>): PassPage {
  const { passName, owner, organizer, codes, answers } = pass
  const say = sayIn(texts, pass.language)
  const ours = ourTexts(pass.language, say)
  const paragraphs = paragraphsOf(pass.description)
  return {
    language: pass.language,
    title: say('foyer.pass-pdf.title', owner.name, passName),
    kind: ours('foyer.document.pass'),
    pass: written(passName),
    owner: [written(owner.name), written(owner.email)],
    facts: facts(pass, say),
    use: { label: ours('reservation-page-complete.subscription.buy-tickets'), url: pass.useUrl },
    codes: codes && {
      description: say('foyer.pass-pdf.code-description'),
      scan: ours('foyer.pass-pdf.scan'),
      list: [
        { label: ours('reservation-page-complete.subscription.pin-description'), code: codes.pin },
        { label: ours('reservation-page-complete.subscription.id-description'), code: codes.id },
      ],
    },
    answers:
      answers.length === 0
        ? null
        : {
            title: ours('foyer.pass-pdf.answers'),
            facts: answers.map(({ label, value }) => ({ label: written(label), lines: writtenLines(value) })),
          },
    description: paragraphs.length === 0 ? null : { title: ours('foyer.pass-pdf.about'), paragraphs },
    hints: [
      {
        title: ours('foyer.pass-pdf.entrance'),
        text: ours(codes ? 'foyer.pass-pdf.entrance.text' : 'foyer.pass-pdf.entrance.link'),
      },
      { title: ours('foyer.pass-pdf.personal'), text: ours('foyer.pass-pdf.personal.text') },
      {
        title: ours('foyer.ticket-pdf.questions'),
        text: ours('foyer.ticket-pdf.questions.text', organizer.name, organizer.email),
      },
    ],
  }
}

function facts(pass: PassDocument, say: Say): FactOnPage[] {
  const { language, organizer, order } = pass
  const ours = ourTexts(language, say)
  return [
    { label: ours('foyer.pass-pdf.validity'), lines: validity(pass, ours) },
    { label: ours('foyer.pass-pdf.entries'), lines: entries(pass, ours) },
    {
      label: ours('ticket.order-information'),
      lines: [ours('ticket.order-information-values', order.shortId, order.buyer)],
    },
    { label: ours('foyer.ticket-pdf.organizer'), lines: [organizer.name, organizer.email].map(written) },
  ]
}

type Ours = ReturnType<typeof ourTexts>

/** In the words of the page on which it was bought. */
function validity({ valid: { from, to }, timeZone, language }: PassDocument, ours: Ours): Written[] {
  const day = (moment: Instant) => longDate(moment, { timeZone, language })
  return [
    ...(from === null ? [] : [ours('foyer.pass-order.valid-from', day(from))]),
    to === null ? ours('foyer.pass.valid.always') : ours('foyer.pass-order.valid-until', day(to)),
  ]
}

/** What is counted on paper says until when. */
function entries({ entries: { max, used, usage }, timeZone, language, madeAt }: PassDocument, ours: Ours): Written[] {
  const number =
    max === null ? ours('foyer.pass.entries.any') : ours(`foyer.pass.entries.${pluralOf(language, max)}`, String(max))
  const asOf = longDate(madeAt, { timeZone, language })
  return [
    number,
    ours(`subscription.usage-type.${usage}`),
    ...(used === 0 ? [] : [ours('foyer.pass-pdf.used', String(used), asOf)]),
  ]
}

function paragraphsOf(text: string): Written[][] {
  return text
    .split(/\n\s*\n/)
    .map(writtenLines)
    .filter(lines => lines.length > 0)
}
