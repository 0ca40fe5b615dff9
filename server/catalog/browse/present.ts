import { freeReleasesOf } from '#domain/catalog/catalog/event-facts.ts'
import { hasSaleEnded } from '#domain/catalog/catalog/category.ts'
import type { Event, EventOffer } from '#domain/catalog/catalog/event.ts'
import { type CommonContext, displayName } from '#domain/catalog/catalog/common-context.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { type Currency, decimalsOf } from '#domain/foundation/money/currency.ts'
import { printedPercentage } from '#domain/foundation/money/percentage.ts'
import type * as wire from '#contract/event.ts'
import { filePath, pathTo } from '#contract/paths.ts'
import type { CurrencyDescriptor, Language } from '#contract/shared.ts'
import { offeredLanguages, shippedLanguages } from '#server/foundation/language/languages.ts'
import { presentOwnTexts } from '#server/foundation/language/overrides.ts'
import { type Texts, sayIn } from '#server/foundation/language/texts.ts'
import {
  presentAnalytics,
  presentAssignment,
  presentCaptcha,
  presentCustomCss,
  presentEmbedding,
  presentInvoicing,
  presentOfflinePayment,
} from './setting/present.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import { type Providers, bankAccountOf } from '#server/providers/registry/registry.ts'
import { presentDates } from '#server/catalog/catalog/present-dates.ts'
import type { Services } from '#server/foundation/services.ts'
import { type SeatTable, seatsOf } from '#server/catalog/catalog/seats.ts'
import type { LocalizedTexts } from '#domain/foundation/language/texts.ts'
import { ownerOf } from '#server/foundation/heavy-work/fair-queue.ts'
import { fullAddress } from '#server/foundation/setting/own-address.ts'
import { type Rendering, renderedHtml } from '#server/foundation/markdown/rendered-markdown.ts'

/** One event of a list; its date texts come in all languages of the shop (shop contract 2). */
export function presentBasicEvent(event: Event, texts: Texts): wire.BasicEventInfo {
  return {
    shortName: event.shortName,
    fileBlobId: event.fileDigest,
    title: titleByLanguage(event),
    format: event.format,
    location: event.location,
    timeZone: event.timeZone,
    ...presentDates(event, texts, shippedLanguages),
    contentLanguages: presentLanguages(event.languages),
  }
}

export function presentEvent(
  { texts, providers, config }: Pick<Services, 'config'> & { readonly texts: Texts; readonly providers: Providers },
  offer: OfferedEvent,
  { seats, now }: { readonly seats: SeatTable; readonly now: Instant },
): wire.Event {
  const { context: event, settings } = offer
  const account = bankAccountOf(providers, settings)
  return {
    shortName: event.shortName,
    displayName: displayName(event),
    title: titleByLanguage(event),
    description: markdownByLanguage(event, event.description, texts),
    format: event.format,
    fileBlobId: event.fileDigest,
    contentLanguages: presentLanguages(event.languages),
    websiteUrl: event.websiteUrl,
    location: event.location,
    mapUrl: mapUrlOf(event, config),
    privacyPolicyUrl: fullAddress(event.privacyUrl, config),
    termsAndConditionsUrl: fullAddress(event.termsUrl, config),
    organizationName: event.organization.name,
    organizationEmail: event.organization.email,
    free: event.isFreeOfCharge,
    currency: event.currency,
    currencyDescriptor: event.isFreeOfCharge || !event.currency ? null : presentCurrency(event.currency),
    // Two decimals in every currency, as clients know it (shop contract 2).
    vat: printedPercentage(event.tax.percentage, 2),
    vatIncluded: event.tax.status === 'INCLUDED',
    bankAccount: account?.number ?? '',
    bankAccountOwner: ownerLines(account),
    timeZone: event.timeZone,
    ...presentDates(event, texts, event.languages),
    invoicingConfiguration: presentInvoicing(settings),
    captchaConfiguration: presentCaptcha(settings),
    assignmentConfiguration: presentAssignment(settings),
    promotionsConfiguration: {
      hasAccessPromotions: isCodeBoxShown(offer),
      usePartnerCode: settings.flag('USE_PARTNER_CODE_INSTEAD_OF_PROMOTIONAL'),
    },
    analyticsConfiguration: presentAnalytics(settings),
    offlinePaymentConfiguration: presentOfflinePayment(settings),
    embeddingConfiguration: presentEmbedding(settings),
    i18nOverride: presentOwnTexts(offer),
    availableTicketsCount: seatsLeftInPool(offer, seats, now),
    customCss: presentCustomCss(settings),
    canApplySubscriptions: offer.passLinks.length > 0,
    facts: presentFacts(offer),
    organizerSlug: event.organization.slug,
  }
}

/** What the organiser states, and what the settings permit: that is enforced, and never stated otherwise (decision 84). */
function presentFacts({ context: { facts, cancellation }, categories, settings }: OfferedEvent): wire.EventFacts {
  const { doorsAt, refunds, accessFeatures, accessibility, bring, ticketsUrl } = facts
  return {
    doors: doorsAt,
    ...(refunds && { refunds }),
    passingOn: settings.flag('ENABLE_TICKET_TRANSFER'),
    freeReleases: freeReleasesOf(categories, id => settings.flag('ALLOW_FREE_TICKETS_CANCELLATION', id)),
    accessFeatures: [...accessFeatures],
    accessibility,
    bring,
    ...(categories.length === 0 && { announced: true as const }),
    ...(ticketsUrl !== null && { ticketsUrl }),
    ...(cancellation && { cancelled: cancellation.text }),
  }
}

/** Null for an online event, empty where there is no picture of a map (shop contract, Event); else ours, not the provider's. */
function mapUrlOf({ format, mapDigest }: Event, { baseUrl }: Services['config']): string | null {
  if (format === 'ONLINE') return null
  return mapDigest === null ? '' : baseUrl + pathTo(filePath, { digest: mapDigest })
}

/** A field for codes is offered where there can be one, unless the organiser hides it (shop contract, Event). */
function isCodeBoxShown({ categories, settings, hasPromoCodes }: OfferedEvent): boolean {
  if (!settings.flag('DISPLAY_DISCOUNT_CODE_BOX')) return false
  return hasPromoCodes || categories.some(({ isRestricted }) => isRestricted)
}

/** Seats left for unbounded categories, while one of them can still be bought (shop contract, availableTicketsCount). */
function seatsLeftInPool(
  { categories, settings }: Pick<OfferedEvent, 'categories' | 'settings'>,
  seats: SeatTable,
  now: Instant,
): number | null {
  if (!settings.flag('DISPLAY_TICKETS_LEFT_INDICATOR')) return null
  const open = categories.find(
    category => category.seatSource.kind === 'pool' && !category.isRestricted && !hasSaleEnded(category, now),
  )
  return open ? seatsOf(seats, open).free : 0
}

/** Never empty: clients look at the first line (shop contract 2). */
export const ownerLines = (account: { readonly owner: readonly string[] } | undefined): string[] =>
  account === undefined || account.owner.length === 0 ? [''] : [...account.owner]

export function presentLanguages(languages: readonly string[]): Language[] {
  return offeredLanguages.filter(({ locale }) => languages.includes(locale)).map(language => ({ ...language }))
}

export function presentCurrency(code: Currency): CurrencyDescriptor {
  const parts = new Intl.NumberFormat('en', { style: 'currency', currency: code }).formatToParts(0)
  return {
    code,
    name: new Intl.DisplayNames('en', { type: 'currency' }).of(code) ?? code,
    symbol: parts.find(({ type }) => type === 'currency')?.value ?? code,
    fractionDigits: decimalsOf(code),
  }
}

/** The one name of what is sold under each of its languages. */
function titleByLanguage(context: Pick<CommonContext, 'title' | 'languages'>): Record<string, string> {
  return Object.fromEntries(context.languages.map(language => [language, displayName(context)]))
}

/** Markdown as HTML, in the languages of the context that have a text; `descriptionsOf` says what to render before. */
export function markdownByLanguage(
  { languages }: Pick<CommonContext, 'languages'>,
  markdown: LocalizedTexts,
  texts: Texts,
): Record<string, string> {
  return Object.fromEntries(
    languages.flatMap(language => {
      const text = markdown[language]
      return text === undefined ? [] : [[language, renderedHtml(text, sayIn(texts, language))]]
    }),
  )
}

type Described = Pick<EventOffer, 'categories' | 'services'> & {
  readonly context: Pick<CommonContext, 'languages' | 'description' | 'organization'>
}

/** All that is rendered where an offer is presented. */
export function descriptionsOf({ context, categories, services }: Described, texts: Texts): Rendering[] {
  const owner = ownerOf(context.organization)
  return [context, ...categories, ...services].flatMap(({ description }) =>
    context.languages.flatMap(language => {
      const markdown = description[language]
      return markdown === undefined ? [] : [{ to: 'html' as const, markdown, say: sayIn(texts, language), owner }]
    }),
  )
}
