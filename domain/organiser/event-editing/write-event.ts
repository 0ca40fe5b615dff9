import { trimmedPercentage } from '#domain/foundation/money/percentage.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import type { CategoryDraft, EventDraft, GroupLinkDraft, StatedSetting } from './event-draft.ts'
import type { CategoryRequest, EventRequest, FactsRequest, GroupLinkRequest, TicketsRequest } from './event-request.ts'
import { writeCode, writeDiscount, writePoll, writeQuestion, writeService } from './write-parts.ts'
import { amount, bodies, localTime, localTimeOrNull } from './writing.ts'

/**
 * An event as its organiser states it: the reverse of `decodeEvent`. Read again it is the same event; what has no value
 * is null or an empty list. `texts` and `settings` of the draft are those that are stored.
 */
export function writeEvent(draft: EventDraft): EventRequest {
  const code = writeCode(draft)
  return {
    title: draft.title,
    slug: draft.slug,
    languages: draft.languages,
    description: bodies(draft.description),
    shortDescription: bodies(draft.shortDescription),
    format: draft.format,
    location: writeLocation(draft),
    timezone: draft.timeZone,
    startDate: localTime(draft.startsAt, draft.timeZone),
    endDate: localTime(draft.endsAt, draft.timeZone),
    websiteUrl: draft.websiteUrl,
    termsAndConditionsUrl: draft.termsUrl,
    privacyPolicyUrl: draft.privacyUrl,
    tickets: { ...writeTickets(draft), promoCodes: draft.promoCodes.map(code) },
    status: draft.status === 'PUBLIC' ? 'PUBLIC' : 'DRAFT',
    tags: draft.tags,
    settings: settingsOf(draft.settings),
    onlineCallLinks: draft.callLinks.map(({ link, start, end }) => ({
      link,
      validFrom: localTime(start, draft.timeZone),
      validTo: localTime(end, draft.timeZone),
    })),
    additionalInfo: draft.fields.map(writeQuestion(draft)),
    additionalServices: draft.services.map(writeService(draft)),
    discounts: draft.discounts.map(writeDiscount(draft)),
    groups: draft.organizer.groups,
    polls: draft.polls.map(writePoll),
    groupLink: writeGroupLink(draft.groupLink),
    facts: writeFacts(draft),
    i18nOverride: textsByLanguage(draft.texts),
    organizer: draft.organizer.promoCodes && { promoCodes: draft.organizer.promoCodes.map(code) },
  }
}

function writeLocation({ location, coordinates }: EventDraft): EventRequest['location'] {
  if (location === null && coordinates === null) return null
  return { ...(location !== null && { fullAddress: location }), ...(coordinates && { coordinate: coordinates }) }
}

function writeTickets(draft: EventDraft): TicketsRequest {
  const isTaxed = draft.tax.status !== 'NONE'
  return {
    freeOfCharge: draft.isFreeOfCharge,
    max: draft.seats,
    currency: draft.currency,
    taxPercentage: isTaxed ? Number(trimmedPercentage(draft.tax.percentage)) : null,
    taxIncludedInPrice: isTaxed ? draft.tax.status === 'INCLUDED' : null,
    paymentMethods: draft.paymentProxies,
    categories: draft.categories.map(category => writeCategory(category, draft)),
  }
}

function writeCategory(category: CategoryDraft, { timeZone, currency, format }: EventDraft): CategoryRequest {
  const moment = (at: Instant | null) => localTimeOrNull(at, timeZone)
  const validity = {
    checkInFrom: moment(category.checkInFrom),
    checkInTo: moment(category.checkInTo),
    validityStart: moment(category.validFrom),
    validityEnd: moment(category.validTo),
  }
  const hasValidity = Object.values(validity).some(each => each !== null)
  return {
    ...(category.id !== null && { id: category.id }),
    name: category.name,
    description: bodies(category.description),
    maxTickets: category.seatSource.kind === 'bounded' ? category.seatSource.seats : 0,
    accessRestricted: category.isRestricted,
    price: amount(category.price, currency),
    startSellingDate: localTime(category.onSale.start, timeZone),
    endSellingDate: localTime(category.onSale.end, timeZone),
    accessCode: category.code,
    customValidity: hasValidity ? validity : null,
    groupLink: writeGroupLink(category.groupLink),
    ticketAccessType: format === 'HYBRID' ? category.accessType : null,
    ordinal: category.ordinal,
    settings: settingsOf(category.settings),
  }
}

function writeGroupLink(link: GroupLinkDraft | null): GroupLinkRequest | null {
  if (link === null) return null
  const { group, type, matchType, maxAllocation } = link
  return { ...(typeof group === 'string' ? { group } : { groupId: group }), type, matchType, maxAllocation }
}

function writeFacts({ facts, timeZone }: EventDraft): FactsRequest {
  const { doorsAt, refunds, accessFeatures, accessibility, bring, ticketsUrl } = facts
  return {
    doors: localTimeOrNull(doorsAt, timeZone),
    refunds: refunds && {
      policy: refunds.until === null ? 'NONE' : 'UNTIL',
      until: localTimeOrNull(refunds.until, timeZone),
      text: bodies(refunds.text),
    },
    accessFeatures,
    accessibility: bodies(accessibility),
    bring: bodies(bring),
    ticketsUrl,
  }
}

/** By key; those that are stated no more are left out. */
export const settingsOf = (settings: readonly StatedSetting[]): Record<string, string> =>
  Object.fromEntries(settings.flatMap(({ key, value }) => (value === null ? [] : [[key, value]])))

export function textsByLanguage(texts: EventDraft['texts']): Record<string, Record<string, string>> {
  const byLanguage: Record<string, Record<string, string>> = {}
  for (const { language, key, text } of texts) byLanguage[language] = { ...byLanguage[language], [key]: text }
  return byLanguage
}
