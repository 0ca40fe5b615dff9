import type { Instant } from '#domain/foundation/instant.ts'
import { type TimeSpan, momentText, timeSpanLines } from '#server/foundation/language/dates.ts'
import type { Say } from '#server/foundation/language/texts.ts'
import { type Block, type Fact, fact } from './letter.ts'

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

export const factList = (...facts: readonly Fact[]): Block => ({ kind: 'facts', facts })

/** What must not be missed. */
export const notice = (title: string, ...facts: readonly Fact[]): Block => ({ kind: 'notice', title, facts })
