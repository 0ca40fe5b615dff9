import { type Say, type Texts, sayIn } from '#server/foundation/language/texts.ts'
import { type DocumentLook, drawn, shopOn } from './document-look.ts'
import { renderPdf } from './pdf-renderer.ts'
import { directionOf } from '#server/foundation/language/languages.ts'
import type { AccessFeature } from '#domain/catalog/catalog/event-facts.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { type TimeSpan, momentText, timeSpanLines } from '#server/foundation/language/dates.ts'
import { inDirection, type FactOnPage, type Written, ourTexts, written, writtenLines } from './written.ts'

/** The ticket as an A4 PDF/UA-1 file, tagged, with the fonts it uses. `look` has the picture that heads it. */
export function ticketPdf(
  ticket: TicketDocument,
  texts: Pick<Texts, 'text'>,
  look: DocumentLook = {},
): Promise<Uint8Array> {
  const page = JSON.stringify({ ...ticketPage(ticket, texts), shop: shopOn(look) })
  return renderPdf('ticket', { page, qrText: ticket.qrText, ...drawn(look) })
}

/** What a ticket contains. */
export type TicketDocument = {
  /** The reference that people may read out; never the private id. */
  readonly publicId: string
  readonly qrText: string
  /** Language of the labels, of the dates and of the document. */
  readonly language: string
  readonly eventName: string
  readonly organizer: { readonly name: string; readonly email: string }
  readonly holder: { readonly name: string; readonly email: string }
  readonly category: string
  readonly span: TimeSpan
  /** Null when it takes place online. */
  readonly location: string | null
  readonly order: { readonly shortId: string; readonly buyer: string }
  /** Amount with its currency, "CHF 40.00", when it is still to be paid at the entrance. */
  readonly paymentDue: string | null
  /** What was booked with it. */
  readonly extras: readonly TicketExtra[]
  readonly visit: Visit
}

/** What its holder has to know beforehand. */
export type Visit = {
  /** From when people are let in, where the organiser says so. */
  readonly doors: Instant | null
  readonly eventUrl: string
  readonly isTransferable: boolean
  /** In the organiser's words; empty where there are none. */
  readonly bring: string
  readonly accessFeatures: readonly AccessFeature[]
  readonly accessibility: string
}

export type TicketExtra = {
  readonly title: string
  readonly quantity: number
  /** What its holder was asked about it, in words. */
  readonly answers: readonly { readonly label: string; readonly value: string }[]
}

/** The data `ticket.typ` reads: finished texts, nothing left to decide. */
type TicketPage = {
  readonly language: string
  readonly title: string
  readonly kind: Written
  readonly event: Written
  readonly holder: readonly Written[]
  readonly facts: readonly FactOnPage[]
  readonly payment: { readonly title: Written; readonly amount: Written } | null
  readonly extras: { readonly title: Written; readonly items: readonly ExtraOnPage[] } | null
  readonly codeDescription: string
  readonly reference: { readonly label: Written; readonly id: Written }
  readonly hints: readonly { readonly title: Written; readonly text: Written }[]
}

type ExtraOnPage = { readonly title: Written; readonly answers: readonly Written[] }

export function ticketFileName(publicId: string): string {
  return `ticket-${publicId}.pdf`
}

export function ticketPage(ticket: TicketDocument, texts: Pick<Texts, 'text'>): TicketPage {
  const { eventName, holder, organizer, paymentDue } = ticket
  const say = sayIn(texts, ticket.language)
  const ours = ourTexts(ticket.language, say)
  const hint = (key: string, ...args: string[]) => ({ title: ours(key), text: ours(`${key}.text`, ...args) })
  return {
    language: ticket.language,
    title: say('foyer.ticket-pdf.title', holder.name, eventName),
    kind: ours('ticket.ticket'),
    event: written(eventName),
    holder: [written(holder.name), written(holder.email)],
    facts: facts(ticket, say),
    payment: paymentDue === null ? null : { title: ours('ticket.payment-required'), amount: written(paymentDue) },
    extras: extras(ticket, ours),
    codeDescription: say('foyer.ticket-pdf.code-description', ticket.publicId),
    reference: { label: ours('ticket.reference-number'), id: inDirection(ticket.publicId, false) },
    hints: [
      ...visitHints(ticket, hint, say),
      hint('foyer.ticket-pdf.personal'),
      ticket.visit.isTransferable
        ? hint('foyer.ticket-pdf.pass-on')
        : { title: ours('foyer.facts.passing-on'), text: ours('foyer.facts.passing-on.no') },
      hint('foyer.ticket-pdf.questions', organizer.name, organizer.email),
    ],
  }
}

type Hint = TicketPage['hints'][number]

/** The way there, the doors, and what to bring; nothing for the screen. */
function visitHints(
  { location, span, language, paymentDue, visit }: TicketDocument,
  hint: (key: string, ...args: string[]) => Hint,
  say: Say,
): readonly Hint[] {
  if (location === null) return []
  const { doors, eventUrl } = visit
  const ours = ourTexts(language, say)
  const bring = paymentDue === null ? hint('foyer.ticket-pdf.bring') : hint('foyer.ticket-pdf.bring-money', paymentDue)
  const access = accessText(visit, say)
  return [
    hint('foyer.ticket-pdf.way', eventUrl),
    ...(doors === null
      ? []
      : [hint('foyer.ticket-pdf.doors', momentText(doors, { timeZone: span.timeZone, language }))]),
    { ...bring, text: inDirection(`${bring.text.text} ${visit.bring}`.trim(), bring.text.rtl) },
    ...(access === '' ? [] : [{ title: ours('foyer.facts.accessibility'), text: written(access) }]),
  ]
}

/** "Step-free, hearing loop. The lift is at the back." */
export function accessText({ accessFeatures, accessibility }: Visit, say: Say): string {
  const features = accessFeatures.map(feature => say(`foyer.facts.access.${feature}`)).join(' · ')
  return [features === '' ? '' : `${features}.`, accessibility].filter(part => part !== '').join(' ')
}

function facts({ span, location, category, organizer, order, language }: TicketDocument, say: Say) {
  const ours = ourTexts(language, say)
  return [
    { label: ours('ticket.date-time'), lines: timeSpanLines(span, language).map(written) },
    {
      label: ours('ticket.location'),
      lines: location === null ? [ours('foyer.ticket-pdf.online')] : writtenLines(location),
    },
    { label: ours('ticket.type'), lines: [written(category)] },
    { label: ours('foyer.ticket-pdf.organizer'), lines: [organizer.name, organizer.email].map(written) },
    {
      label: ours('ticket.order-information'),
      lines: [ours('ticket.order-information-values', order.shortId, order.buyer)],
    },
  ]
}

function extras({ extras: booked, language }: TicketDocument, ours: (key: string) => Written): TicketPage['extras'] {
  if (booked.length === 0) return null
  return {
    title: ours('show-event.additional-services'),
    items: booked.map(({ title, quantity, answers }) => ({
      title: inDirection(`${quantity} × ${title}`, directionOf(language) === 'rtl'),
      answers: answers.map(({ label, value }) => written(`${label}: ${value}`)),
    })),
  }
}
