import type { Category } from '#domain/catalog/catalog/category.ts'
import type { Event } from '#domain/catalog/catalog/event.ts'
import { displayName } from '#domain/catalog/catalog/common-context.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import { fullName, type Holder } from '#domain/ticket/ticket/ticket.ts'
import { renderedText } from '#server/foundation/markdown/rendered-markdown.ts'
import { type Say, sayIn } from '#server/foundation/language/texts.ts'
import { isoMoment } from '#server/foundation/base/time.ts'
import { placeOf } from '../place.ts'
import { CHANGES, type FrameFacts, frameOf, qrCode } from './frame.ts'

/** The ticket as its holder has it; once the pass is void, nothing on it names the holder. */
export type PassHolder = { readonly holder: Holder; readonly publicId: string; readonly code: string }

export type PassFacts = FrameFacts & {
  readonly event: Event
  readonly category: Category
  readonly holder: PassHolder | undefined
}

/** What `pass.json` says of a ticket (lifecycle G). */
export function passJson(facts: PassFacts): object {
  const { event, category, holder } = facts
  const { timeZone } = event
  const place = placeOf(event)
  return {
    ...frameOf(facts, event),
    relevantDate: isoMoment(category.validFrom ?? event.startsAt, timeZone),
    expirationDate: isoMoment(category.validTo ?? event.endsAt, timeZone),
    ...(place && { locations: [place] }),
    ...(holder ? { barcodes: [qrCode(holder.code, holder.publicId.slice(0, 8))] } : { voided: true }),
    eventTicket: fieldsOf(facts),
  }
}

function fieldsOf({ event, category, holder, language, texts }: PassFacts): object {
  const say = sayIn(texts, language)
  const start = isoMoment(category.validFrom ?? event.startsAt, event.timeZone)
  return {
    headerFields: [
      {
        key: 'eventStartDate',
        label: say('ticket.date-time'),
        value: start,
        dateStyle: 'PKDateStyleMedium',
        timeStyle: 'PKDateStyleShort',
        // As the clock at the place says it, wherever the telephone is.
        ignoresTimeZone: true,
        ...CHANGES,
      },
    ],
    primaryFields: [{ key: 'category', label: displayName(event), value: category.name }],
    secondaryFields: event.location
      ? [{ key: 'location', label: say('ticket.location'), value: event.location, ...CHANGES }]
      : [],
    auxiliaryFields: holder ? [{ key: 'holder', label: say('ticket.holder'), value: fullName(holder.holder) }] : [],
    backFields: backOf({ event, holder, language, say }),
  }
}

type Back = Pick<PassFacts, 'event' | 'holder' | 'language'> & { readonly say: Say }

function backOf({ event, holder, language, say }: Back): readonly object[] {
  const { organization } = event
  const about = renderedText(inLanguage(event.description, language))
  return [
    ...(about === '' ? [] : [{ key: 'desc', label: say('ticket.event-info'), value: about }]),
    { key: 'credits', label: say('ticket.organized-by'), value: `${organization.name}\n${organization.email}` },
    ...(holder ? [{ key: 'reference', label: say('ticket.reference-number'), value: holder.publicId }] : []),
  ]
}
