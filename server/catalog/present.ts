import {
  type Category,
  hasSaleEnded,
  isOnSale,
  isSaleInFuture,
  isSoldOut,
  mayComeBack,
  maximumSaleable,
} from '#domain/catalog/category.ts'
import { type Event, displayName } from '#domain/catalog/event.ts'
import type { Instant } from '#domain/instant.ts'
import type { LocalizedTexts } from '#domain/language/texts.ts'
import { type Currency, decimalsOf } from '#domain/money/currency.ts'
import { printed } from '#domain/money/money.ts'
import { printedPercentage } from '#domain/money/percentage.ts'
import type * as wire from '#contract/event.ts'
import type { CurrencyDescriptor, Language } from '#contract/shared.ts'
import { markdownToHtml } from '#server/documents/markdown.ts'
import { sayIn } from '#server/documents/say.ts'
import { dateMap } from '#server/language/format-date.ts'
import { offeredLanguages, shippedLanguages } from '#server/language/languages.ts'
import type { Texts } from '#server/language/texts.ts'
import {
  presentAnalytics,
  presentAssignment,
  presentCaptcha,
  presentEmbedding,
  presentInvoicing,
  presentOfflinePayment,
} from '#server/setting/present.ts'
import type { EventForSale } from './catalog.ts'
import { presentDates } from './present-dates.ts'
import { type SeatTable, seatsOf } from './store.ts'

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
  { event, categories, settings }: EventForSale,
  seats: SeatTable,
  texts: Texts,
  now: Instant,
): wire.Event {
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
    mapUrl: event.format === 'ONLINE' ? null : '',
    privacyPolicyUrl: event.privacyUrl,
    termsAndConditionsUrl: event.termsUrl,
    organizationName: event.organization.name,
    organizationEmail: event.organization.email,
    free: event.isFreeOfCharge,
    currency: event.currency,
    currencyDescriptor: event.isFreeOfCharge || !event.currency ? null : presentCurrency(event.currency),
    vat: printedPercentage(event.tax.percentage, event.currency ? decimalsOf(event.currency) : 2),
    vatIncluded: event.tax.status === 'INCLUDED',
    bankAccount: settings.text('BANK_ACCOUNT_NR') ?? '',
    bankAccountOwner: (settings.text('BANK_ACCOUNT_OWNER') ?? '').split('\n'),
    timeZone: event.timeZone,
    ...presentDates(event, texts, event.languages),
    invoicingConfiguration: presentInvoicing(settings),
    captchaConfiguration: presentCaptcha(),
    assignmentConfiguration: presentAssignment(settings),
    promotionsConfiguration: {
      hasAccessPromotions: false,
      usePartnerCode: settings.flag('USE_PARTNER_CODE_INSTEAD_OF_PROMOTIONAL'),
    },
    analyticsConfiguration: presentAnalytics(),
    offlinePaymentConfiguration: presentOfflinePayment(settings),
    embeddingConfiguration: presentEmbedding(settings),
    i18nOverride: {},
    availableTicketsCount: seatsLeftInPool({ categories, settings }, seats, now),
    customCss: settings.text('EVENT_CUSTOM_CSS'),
    canApplySubscriptions: false,
  }
}

/** What can be bought now. Restricted categories stay out of sight: no code can open them yet. */
export function presentCategories(
  sale: EventForSale,
  seats: SeatTable,
  texts: Texts,
  now: Instant,
): wire.ItemsByCategory {
  const visible = sale.categories.filter(({ isRestricted }) => !isRestricted)
  const expired = visible.filter(category => hasSaleEnded(category, now))
  const current = visible.filter(category => !hasSaleEnded(category, now))
  const present = (category: Category) => presentCategory(category, { sale, seats, texts, now })
  const firstToEnd = visible.toSorted((a, b) => a.onSale.end - b.onSale.end)[0]
  return {
    ticketCategories: current.map(present),
    expiredCategories: sale.settings.flag('DISPLAY_EXPIRED_CATEGORIES')
      ? expired.map(category => ({ ...present(category), description: {} }))
      : [],
    additionalServices: [],
    waitingList: false,
    preSales: firstToEnd !== undefined && isSaleInFuture(firstToEnd, now),
    ticketCategoriesForWaitingList: current
      .filter(({ seatSource }) => seatSource.kind === 'pool')
      .map(({ id, name }) => ({ id, name })),
  }
}

type CategoryFacts = { sale: EventForSale; seats: SeatTable; texts: Texts; now: Instant }

function presentCategory(category: Category, { sale, seats, texts, now }: CategoryFacts): wire.TicketCategory {
  const { event, settings } = sale
  const count = seatsOf(seats, category)
  const isBounded = category.seatSource.kind === 'bounded'
  const isShowingLeft = settings.flag('DISPLAY_TICKETS_LEFT_INDICATOR')
  const inSaleWindow = (instant: Instant) =>
    dateMap(texts, { instant, timeZone: event.timeZone, languages: event.languages, patternKey: CATEGORY_DATES })
  return {
    id: category.id,
    name: category.name,
    description: markdownByLanguage(event, category.description, texts),
    ticketAccessType: category.accessType,
    bounded: isBounded,
    maximumSaleableTickets: maximumSaleable(
      count,
      settings.number('MAX_AMOUNT_OF_TICKETS_BY_RESERVATION', category.id),
    ),
    free: category.price === 0n,
    formattedFinalPrice: event.currency ? printed(category.price, event.currency) : '',
    hasDiscount: false,
    formattedDiscountedPrice: '',
    ordinal: category.ordinal,
    expired: hasSaleEnded(category, now),
    saleInFuture: isSaleInFuture(category, now),
    containsPendingTickets: mayComeBack(count),
    formattedInception: inSaleWindow(category.onSale.start),
    formattedExpiration: inSaleWindow(category.onSale.end),
    saleableAndLimitNotReached: isOnSale(category, now) && count.free > 0,
    accessRestricted: false,
    soldOutOrLimitReached: isSoldOut(category, count, now),
    availableTickets: isBounded && isShowingLeft ? count.free : null,
    displayTaxInformation: settings.flag('APPLY_TAX_TO_CATEGORY', category.id),
  }
}

const CATEGORY_DATES = 'common.ticket-category.date-format'

/** Seats left for unbounded categories, while one of them can still be bought (shop contract, availableTicketsCount). */
function seatsLeftInPool(
  { categories, settings }: Pick<EventForSale, 'categories' | 'settings'>,
  seats: SeatTable,
  now: Instant,
): number | null {
  if (!settings.flag('DISPLAY_TICKETS_LEFT_INDICATOR')) return null
  const open = categories.find(
    category => category.seatSource.kind === 'pool' && !category.isRestricted && !hasSaleEnded(category, now),
  )
  return open ? seatsOf(seats, open).free : 0
}

function titleByLanguage(event: Event): Record<string, string> {
  return Object.fromEntries(event.languages.map(language => [language, displayName(event)]))
}

function markdownByLanguage({ languages }: Event, markdown: LocalizedTexts, texts: Texts): Record<string, string> {
  return Object.fromEntries(
    languages.flatMap(language => {
      const text = markdown[language]
      return text === undefined ? [] : [[language, markdownToHtml(text, sayIn(texts, language))]]
    }),
  )
}

function presentLanguages(languages: readonly string[]): Language[] {
  return offeredLanguages.filter(({ locale }) => languages.includes(locale)).map(language => ({ ...language }))
}

function presentCurrency(code: Currency): CurrencyDescriptor {
  const parts = new Intl.NumberFormat('en', { style: 'currency', currency: code }).formatToParts(0)
  return {
    code,
    name: new Intl.DisplayNames('en', { type: 'currency' }).of(code) ?? code,
    symbol: parts.find(({ type }) => type === 'currency')?.value ?? code,
    fractionDigits: decimalsOf(code),
  }
}
