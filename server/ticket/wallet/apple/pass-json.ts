import type { Category } from '#domain/catalog/catalog/category.ts'
import type { Event } from '#domain/catalog/catalog/event.ts'
import { displayName } from '#domain/catalog/catalog/common-context.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import { type Holder, fullName } from '#domain/ticket/ticket/ticket.ts'
import { renderedText } from '#server/foundation/markdown/rendered-markdown.ts'
import { type Say, type Texts, sayIn } from '#server/foundation/language/texts.ts'
import { isoMoment } from '#server/foundation/base/time.ts'
import { placeOf } from '../place.ts'
import type { Pass } from '#domain/catalog/catalog/pass.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import type { BoughtPass } from '#domain/order/pass/bought-pass.ts'
import { passPin } from '#domain/order/pass/use-pass.ts'
import type { PurchaseContext } from '#domain/catalog/catalog/purchase-context.ts'

/** The ticket as its holder has it; once the pass is void, nothing on it names the holder. */
type PassHolder = { readonly holder: Holder; readonly publicId: string; readonly code: string }

type PassFacts = FrameFacts & {
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

/** The bought pass as its owner has it; once it is void, nothing on it names the owner. */
type OwnedPass = {
  readonly bought: BoughtPass
  readonly ownerName: string
  /** Where tickets are chosen with it. */
  readonly useUrl: string
}

type BoughtPassFacts = FrameFacts & { readonly pass: Pass; readonly owned: OwnedPass | undefined }

/** What `pass.json` says of a bought pass (lifecycle G). */
export function boughtPassJson(facts: BoughtPassFacts): object {
  const { pass, owned } = facts
  const to = owned?.bought.valid.to ?? null
  return {
    ...frameOf(facts, pass),
    ...(to !== null && { expirationDate: isoMoment(to, pass.timeZone) }),
    ...(owned ? barcodeOf(owned) : { voided: true }),
    generic: passFieldsOf(facts),
  }
}

/** Where codes are not to be shown, there is none to be read either. */
const barcodeOf = ({ bought: { id, areCodesShown } }: OwnedPass) =>
  areCodesShown ? { barcodes: [qrCode(id, passPin(id))] } : {}

function passFieldsOf(facts: BoughtPassFacts): object {
  const { pass, owned, language, texts } = facts
  const say = sayIn(texts, language)
  return {
    primaryFields: [{ key: 'pass', label: pass.organization.name, value: displayName(pass), ...CHANGES }],
    secondaryFields: owned ? [{ key: 'owner', label: say('ticket.holder'), value: owned.ownerName }] : [],
    auxiliaryFields: owned ? termsOf(owned.bought, pass, say) : [],
    backFields: passBackOf(facts, say),
  }
}

function termsOf({ valid, maxEntries }: BoughtPass, { timeZone }: Pass, say: Say): readonly object[] {
  const day = (key: string, label: string, moment: Instant | null) =>
    moment === null
      ? []
      : [
          {
            key,
            label: say(label),
            value: isoMoment(moment, timeZone),
            dateStyle: 'PKDateStyleMedium',
            timeStyle: 'PKDateStyleNone',
            // As the calendar of the pass says it, wherever the telephone is.
            ignoresTimeZone: true,
            ...CHANGES,
          },
        ]
  return [
    ...day('validFrom', 'foyer.mail.pass.valid-from', valid.from),
    ...day('validTo', 'foyer.mail.pass.valid-until', valid.to),
    ...(maxEntries === null
      ? []
      : [{ key: 'entries', label: say('foyer.mail.pass.entries'), value: maxEntries, ...CHANGES }]),
  ]
}

function passBackOf({ pass, owned, language }: BoughtPassFacts, say: Say): readonly object[] {
  const { organization } = pass
  const about = renderedText(inLanguage(pass.description, language))
  const useIt = 'reservation.confirmation.email.subscription.button'
  return [
    ...(owned ? [{ key: 'use', label: say(useIt), value: owned.useUrl }] : []),
    ...(about === '' ? [] : [{ key: 'desc', label: displayName(pass), value: about }]),
    { key: 'credits', label: say('ticket.organized-by'), value: `${organization.name}\n${organization.email}` },
  ]
}

/** The fields of every pass of Apple Wallet, whatever it is of. */
export type FrameFacts = {
  readonly serialNumber: string
  readonly typeIdentifier: string
  readonly teamIdentifier: string
  /** Of the labels. */
  readonly language: string
  readonly texts: Pick<Texts, 'text'>
  /** Where devices ask for news, and what they prove themselves with; none where they would not accept it. */
  readonly updates: { readonly url: string; readonly token: string } | undefined
}

/** The part of `pass.json` that tickets and bought passes have in common (lifecycle G). */
function frameOf(facts: FrameFacts, context: PurchaseContext) {
  const { organization } = context
  const { updates } = facts
  return {
    formatVersion: 1,
    passTypeIdentifier: facts.typeIdentifier,
    teamIdentifier: facts.teamIdentifier,
    serialNumber: facts.serialNumber,
    organizationName: organization.name,
    groupingIdentifier: organization.email,
    description: displayName(context),
    foregroundColor: 'rgb(0, 0, 0)',
    labelColor: 'rgb(0, 0, 0)',
    backgroundColor: 'rgb(255, 255, 255)',
    ...(updates && { webServiceURL: updates.url, authenticationToken: updates.token }),
  }
}

const qrCode = (message: string, altText: string) => ({
  format: 'PKBarcodeFormatQR',
  message,
  messageEncoding: 'iso-8859-1',
  altText,
})

/** The telephone shows a message when the value changes; %@ is the value. */
const CHANGES = { changeMessage: '%@' }
