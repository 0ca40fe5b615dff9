import type { EventCancelledMail } from '#server/payment/refund/letters.ts'
import { SHORT_ID, TOTAL, context } from './sample-mails.ts'

/** What the mails about a cancelled event say in previews, by their reader. */
export const eventCancelled =
  (kind: EventCancelledMail['reader']['kind']) =>
  (language: string): EventCancelledMail => ({
    ...context(language),
    text: 'The hall has water in it since last night.\n\nWe hope to see you in autumn.',
    reader: kind === 'buyer' ? { kind, shortId: SHORT_ID, amount: TOTAL, byHand: null } : { kind },
    isCreditNoteAttached: kind === 'buyer',
  })
