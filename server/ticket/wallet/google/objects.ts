import type { Category } from '#domain/catalog/catalog/category.ts'
import type { Event } from '#domain/catalog/catalog/event.ts'
import { displayName } from '#domain/catalog/catalog/common-context.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import { eventPagePath, filePath, pathTo } from '#contract/paths.ts'
import { renderedText } from '#server/foundation/markdown/rendered-markdown.ts'
import { type Texts, sayIn } from '#server/foundation/language/texts.ts'
import { isoMoment } from '#server/foundation/base/time.ts'
import { placeOf } from '../place.ts'
import type { Resource } from './client.ts'
import { fullName } from '#domain/ticket/ticket/ticket.ts'
import { type GoodTicket, codeOf } from '#server/order/order/good-ticket.ts'
import type { Pass } from '#domain/catalog/catalog/pass.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { passPin } from '#domain/order/pass/use-pass.ts'
import { momentText } from '#server/foundation/language/dates.ts'
import type { GoodPass } from '#server/order/order/good-pass.ts'
import type { Config } from '#server/foundation/config/config.ts'

type ClassFacts = {
  readonly id: string
  readonly event: Event
  readonly category: Category
  readonly baseUrl: string
  readonly texts: Pick<Texts, 'text'>
}

/**
 * What all tickets of a category have in common, in the first language of the event (lifecycle G). Google shows the issuer's name, the
 * first 20 characters of it, beside each ticket: it is the organiser's.
 */
export function eventTicketClass({ id, event, category, baseUrl, texts }: ClassFacts): Resource {
  const [language] = event.languages
  const say = sayIn(texts, language)
  const text = (value: string) => ({ defaultValue: { language, value } })
  const name = displayName(event)
  const about = renderedText(inLanguage(event.description, language)).slice(0, MAX_MESSAGE)
  const page = `${baseUrl}${pathTo(eventPagePath, { shortName: event.shortName })}`
  const place = placeOf(event)
  return {
    id,
    eventId: String(event.id),
    multipleDevicesAndHoldersAllowedStatus: 'ONE_USER_ALL_DEVICES',
    issuerName: event.organization.name,
    eventName: text(name),
    ...(event.location !== null && { venue: { name: text(event.location), address: text(event.location) } }),
    dateTime: {
      start: isoMoment(category.validFrom ?? event.startsAt, event.timeZone),
      end: isoMoment(category.validTo ?? event.endsAt, event.timeZone),
    },
    reviewStatus: 'UNDER_REVIEW',
    hexBackgroundColor: '#FFFFFF',
    ...(event.fileDigest !== null && {
      logo: { sourceUri: { uri: `${baseUrl}${pathTo(filePath, { digest: event.fileDigest })}` } },
    }),
    classTemplateInfo: {
      cardTemplateOverride: { cardRowTemplateInfos: ['start', 'end'].map(rowOf) },
    },
    linksModuleData: { uris: [{ id: 'event', uri: event.websiteUrl ?? page, description: name }] },
    ...(about !== '' && { messages: [{ id: 'about', header: say('ticket.event-info'), body: about }] }),
    ...(place && { merchantLocations: [place] }),
  }
}

/** A message that is longer is refused. */
const MAX_MESSAGE = 2_000

const rowOf = (end: string) => ({
  oneItem: {
    item: { firstValue: { fields: [{ fieldPath: `class.dateTime.${end}`, dateFormat: 'DATE_TIME_YEAR' }] } },
  },
})

type EventTicketFacts = {
  readonly id: string
  readonly classId: string
  readonly good: GoodTicket
  readonly eventKey: string
}

/** One ticket as its holder has it; its type is its category (lifecycle G). */
export function eventTicketObject({ id, classId, good, eventKey }: EventTicketFacts): Resource {
  const { context: event } = good.offer
  return {
    id,
    classId,
    state: 'ACTIVE',
    ticketHolderName: fullName(good.holder),
    ticketNumber: good.ticket.publicId,
    ticketType: { defaultValue: { language: event.languages[0], value: good.category.name } },
    barcode: { type: 'QR_CODE', value: codeOf(good, eventKey) },
  }
}

/** The layout of all bought passes; the content of one is in its object (lifecycle G). */
export function genericClass(id: string): Resource {
  return {
    id,
    classTemplateInfo: {
      cardTemplateOverride: {
        cardRowTemplateInfos: [
          { twoItems: { startItem: item('owner'), endItem: item('valid') } },
          { oneItem: { item: item('entries') } },
        ],
      },
    },
  }
}

const item = (id: string) => ({ firstValue: { fields: [{ fieldPath: `object.textModulesData['${id}']` }] } })

type GenericFacts = {
  readonly id: string
  readonly classId: string
  readonly good: GoodPass
  readonly baseUrl: string
  /** Where tickets are chosen with it. */
  readonly useUrl: string
  readonly texts: Pick<Texts, 'text'>
}

/** A bought pass as its owner has it, in the language of its order (lifecycle G). */
export function genericObject({ id, classId, good, baseUrl, useUrl, texts }: GenericFacts): Resource {
  const { pass, order } = good
  const { context } = order.offer
  const { language, contact } = order.reservation
  const say = sayIn(texts, language)
  const text = (value: string) => ({ defaultValue: { language, value } })
  const { valid, maxEntries } = pass
  const until =
    valid.to === null ? say('foyer.pass.valid.always') : momentText(valid.to, { timeZone: context.timeZone, language })
  return {
    id,
    classId,
    state: 'ACTIVE',
    cardTitle: text(context.organization.name),
    header: text(displayName(context)),
    hexBackgroundColor: '#FFFFFF',
    ...(context.fileDigest !== null && {
      logo: { sourceUri: { uri: `${baseUrl}${pathTo(filePath, { digest: context.fileDigest })}` } },
    }),
    textModulesData: [
      { id: 'owner', header: say('ticket.holder'), body: fullName(pass.owner ?? contact) },
      { id: 'valid', header: say('foyer.mail.pass.valid-until'), body: until },
      ...(maxEntries === null
        ? []
        : [{ id: 'entries', header: say('foyer.mail.pass.entries'), body: String(maxEntries) }]),
    ],
    linksModuleData: {
      uris: [{ id: 'use', uri: useUrl, description: say('reservation.confirmation.email.subscription.button') }],
    },
    ...intervalOf(valid, context),
    ...(pass.areCodesShown && { barcode: { type: 'QR_CODE', value: pass.id, alternateText: passPin(pass.id) } }),
  }
}

/** Google moves what is over out of sight by itself. */
function intervalOf({ from, to }: GoodPass['pass']['valid'], { timeZone }: Pass) {
  const at = (moment: Instant) => ({ date: isoMoment(moment, timeZone) })
  if (from === null && to === null) return {}
  return { validTimeInterval: { ...(from !== null && { start: at(from) }), ...(to !== null && { end: at(to) }) } }
}

type Naming = { readonly config: Pick<Config, 'mode' | 'baseUrl'>; readonly issuerId: string }

/** What Google calls the class of a category; no other shop of the same issuer has the name (lifecycle G). */
export function classId(naming: Naming, { shortName, categoryId }: { shortName: string; categoryId: number }): string {
  return `${prefix(naming)}-class.${shortName}-${categoryId}`
}

/** The same for a pass on sale. */
export const passClassId = (naming: Naming, { publicId }: { publicId: string }): string =>
  `${prefix(naming)}-class.pass-${publicId}`

/** The same for a bought pass. */
export const passObjectId = (
  naming: Naming,
  { publicId, holderNumber }: { publicId: string; holderNumber: number },
): string => `${prefix(naming)}-object.pass-${publicId}_${holderNumber}`

/** What Google calls a ticket as one holder has it. */
export function objectId(
  naming: Naming,
  { shortName, publicId, holderNumber }: { shortName: string; publicId: string; holderNumber: number },
): string {
  return `${prefix(naming)}-object.${shortName}-${publicId}_${holderNumber}`
}

/** Names may hold letters, digits, dots, dashes and underscores; the host's dots and its port become dashes. */
function prefix({ config: { mode, baseUrl }, issuerId }: Naming): string {
  const environment = mode === 'production' ? 'prod' : 'dev'
  return `${issuerId}.${environment}-${new URL(baseUrl).host.replace(/[^\w]/g, '-')}`
}
