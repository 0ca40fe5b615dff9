import type { MailLook } from './mail-look.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { type TimeSpan, momentText, timeSpanLines } from '#server/foundation/language/dates.ts'
import type { Say } from '#server/foundation/language/texts.ts'

/**
 * A mail before it is drawn: finished texts in reading order. Both parts of a mail, text and HTML, are made from the
 * same letter, so that neither says less than the other.
 */
export type Letter = {
  readonly language: string
  readonly subject: string
  /** The line above the title: the event's name. */
  readonly eyebrow: string
  readonly title: string
  readonly blocks: readonly Block[]
  /** The small print: who writes, why, and how to get no more of it. */
  readonly footer: readonly FooterLine[]
  /** Of the shop; undefined: ours. */
  readonly look?: MailLook | undefined
}

export type FooterLine = string | { readonly label: string; readonly url: string }

export type Block =
  | { readonly kind: 'paragraph'; readonly text: string }
  /** What an organiser has written in Markdown: safe HTML of server/foundation/markdown, and the same to be read as text. */
  | { readonly kind: 'written'; readonly html: string; readonly text: string }
  /** What must not be missed: an amount to pay, with what is needed to pay it. */
  | { readonly kind: 'notice'; readonly title: string; readonly facts: readonly Fact[] }
  | { readonly kind: 'facts'; readonly facts: readonly Fact[] }
  | ({ readonly kind: 'order'; readonly title: string } & Sums)
  | { readonly kind: 'links'; readonly links: readonly TitledLink[] }
  /** A picture that the mail carries with it, always on white. `side` in pixels. */
  | { readonly kind: 'picture'; readonly contentId: string; readonly caption: string; readonly side: number }
  /** What can be done besides, in a row. */
  | { readonly kind: 'buttons'; readonly links: readonly { readonly label: string; readonly url: string }[] }
  /** What to do next, named for what it does. */
  | { readonly kind: 'action'; readonly label: string; readonly url: string }

/** What adds up to the total, which is null when nothing costs anything. */
type Sums = {
  readonly lines: readonly OrderLine[]
  readonly taxes: readonly Fact[]
  readonly total: Fact | null
}

/** Where something is, and what is to be known of it beforehand. */
export type TitledLink = { readonly title: string; readonly lines: readonly string[]; readonly url: string }

export type Fact = { readonly label: string; readonly value: readonly string[] }

/** `amount` is printed with its currency; null when nothing costs anything. */
export type OrderLine = { readonly name: string; readonly quantity: number; readonly amount: string | null }

export type ComposedMail = { readonly subject: string; readonly text: string; readonly html: string }

export function fact(label: string, ...value: readonly string[]): Fact {
  return { label, value }
}

/** What every mail of an event or a pass says of it. */
export type MailContext = {
  /** The language of the reader: of the reservation, or of the ticket. */
  readonly language: string
  readonly eventName: string
  readonly organizer: { readonly name: string; readonly email: string }
  /** When it takes place; a pass does not, and has a zone only. */
  readonly span: TimeSpan | Pick<TimeSpan, 'timeZone'>
  /** Null when it takes place online. */
  readonly location: string | null
}

/** Nothing for a pass. */
export function whenAndWhere({ span, location, language }: MailContext, say: Say): readonly Fact[] {
  if (!('start' in span)) return []
  const lines =
    location === null ? [say('foyer.mail.online')] : location.split(/\s*\r?\n\s*/).filter(line => line !== '')
  return [fact(say('ticket.date-time'), ...timeSpanLines(span, language)), fact(say('ticket.location'), ...lines)]
}

/** A pass takes place at no time. */
export const isAboutPass = ({ span }: Pick<MailContext, 'span'>): boolean => !('start' in span)

/** Why an organiser gets a mail about what buyers do. */
export const whyNotified = (facts: Pick<MailContext, 'span'>, say: Say): string =>
  say(isAboutPass(facts) ? 'foyer.mail.pass.notification.why' : 'foyer.mail.notification.why')

/** A moment as the reader writes it, in the zone of the event. */
export const momentFor = ({ span, language }: Pick<MailContext, 'span' | 'language'>, moment: Instant): string =>
  momentText(moment, { timeZone: span.timeZone, language })

/** Who to ask, and why this mail came. */
export function footer({ organizer }: MailContext, reason: string, say: Say): readonly string[] {
  return [say('foyer.mail.questions', organizer.name, organizer.email), reason]
}

export function paragraph(text: string): Block {
  return { kind: 'paragraph', text }
}

/** What to do next, named for what it does. */
export const action = (label: string, url: string): Block => ({ kind: 'action', label, url })

/** A picture that the mail carries with it, by the name of its attachment (`contentIdOf`). */
export const picture = (contentId: string, caption: string, side: number): Block => ({
  kind: 'picture',
  contentId,
  caption,
  side,
})

/** What can be done besides. */
export const buttons = (...links: readonly { readonly label: string; readonly url: string }[]): Block => ({
  kind: 'buttons',
  links,
})

export const factList = (...facts: readonly Fact[]): Block => ({ kind: 'facts', facts })

/** What must not be missed. */
export const notice = (title: string, ...facts: readonly Fact[]): Block => ({ kind: 'notice', title, facts })
