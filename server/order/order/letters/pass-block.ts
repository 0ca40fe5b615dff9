import type { Instant } from '#domain/foundation/instant.ts'
import { momentText } from '#server/foundation/language/event-time.ts'
import type { Say } from '#server/foundation/language/say.ts'
import { type Block, fact } from '#server/mail/letter/letter.ts'
import { paragraph } from '#server/mail/letter/mail-context.ts'

/** A pass as shown to its owner: with what uses it. */
export type PassToTell = {
  /** PIN and number, each of which uses it; null where they are not to be shown. */
  readonly codes: { readonly pin: string; readonly id: string } | null
  readonly valid: { readonly from: Instant | null; readonly to: Instant | null }
  /** Null: any number. */
  readonly maxEntries: number | null
  /** Where tickets are chosen with it. */
  readonly url: string
}

/** What an owner has to keep, and the way to the first ticket. */
export function passBlocks(
  { codes, valid, maxEntries, url }: PassToTell,
  place: { readonly timeZone: string; readonly language: string },
  say: Say,
): readonly Block[] {
  const when = (key: string, moment: Instant | null) =>
    moment === null ? [] : [fact(say(key), momentText(moment, place))]
  return [
    {
      kind: 'notice',
      title: say('foyer.mail.pass.heading'),
      facts: [
        ...(codes
          ? [
              fact(say('reservation-page-complete.subscription.pin-description'), codes.pin),
              fact(say('reservation-page-complete.subscription.id-description'), codes.id),
            ]
          : []),
        ...when('foyer.mail.pass.valid-from', valid.from),
        ...when('foyer.mail.pass.valid-until', valid.to),
        ...(maxEntries === null ? [] : [fact(say('foyer.mail.pass.entries'), String(maxEntries))]),
      ],
    },
    ...(codes ? [paragraph(say('foyer.mail.pass.secret'))] : []),
    { kind: 'action', label: say('reservation.confirmation.email.subscription.button'), url },
  ]
}
