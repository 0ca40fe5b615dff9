import type { LeastPrice } from '#contract/event.ts'
import {
  type BasicSubscriptionInfo,
  type PassSaleState,
  type Subscription,
  UNLIMITED_PASSES,
  type WithdrawalInfo,
} from '#contract/subscription.ts'
import type { Pass } from '#domain/catalog/catalog/pass.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import { type Currency, NO_CURRENCY } from '#domain/foundation/money/currency.ts'
import { minus, printed, printedTotal } from '#domain/foundation/money/money.ts'
import { printedPercentage, trimmedPercentage } from '#domain/foundation/money/percentage.ts'
import { isPassOnSale } from '#domain/order/pass/validity.ts'
import { priceItem } from '#domain/order/pricing/price-order.ts'
import type { OfferedPass } from '#server/catalog/catalog/catalog.ts'
import { EVENT_DATES, presentPeriod } from '#server/catalog/catalog/present-dates.ts'
import { dateMap } from '#server/foundation/language/dates.ts'
import type { Texts } from '#server/foundation/language/texts.ts'
import type { Services } from '#server/foundation/services.ts'
import { fullAddress } from '#server/foundation/setting/own-address.ts'
import { type Providers, bankAccountOf } from '#server/providers/registry/registry.ts'
import { awaitsPaymentForPass } from '#server/catalog/sale-check/judge-ways.ts'
import { markdownByLanguage, ownerLines, presentCurrency, presentLanguages } from './present.ts'
import { presentAnalytics, presentCaptcha, presentEmbedding, presentInvoicing } from './setting/present.ts'

const ANY_NUMBER = -1

/** One pass of a list: its text is markdown, its VAT a number, and its organiser is left out (shop contract 2). */
export function presentBasicPass(pass: Pass, texts: Texts): BasicSubscriptionInfo {
  return {
    id: pass.publicId,
    ...presentTerms(pass, texts),
    description: inOwnLanguages(pass, pass.description),
    vat: Number(trimmedPercentage(pass.tax.percentage)),
    maxEntries: pass.usage.maxEntries ?? ANY_NUMBER,
    organizationEmail: null,
    organizationName: null,
  }
}

/** One pass; `left` is how many can be had, null: any number. */
export function presentPass(
  { texts, providers, config }: Pick<Services, 'config'> & { readonly texts: Texts; readonly providers: Providers },
  { context: pass, settings }: OfferedPass,
  { left, now }: { readonly left: number | null; readonly now: Instant },
): Subscription {
  const saleState = saleStateOf(pass, {
    left,
    now,
    isAwaiting: awaitsPaymentForPass(providers, { context: pass, settings }, now),
  })
  const account = bankAccountOf(providers, settings)
  return {
    id: pass.publicId,
    ...presentTerms(pass, texts),
    description: markdownByLanguage(pass, pass.description, texts),
    privacyPolicyUrl: fullAddress(pass.privacyUrl, config),
    termsAndConditionsUrl: fullAddress(pass.termsUrl, config),
    organizationName: pass.organization.name,
    organizationEmail: pass.organization.email,
    organizerSlug: pass.organization.slug,
    free: pass.isFreeOfCharge,
    // Two decimals in every currency, as clients know it (shop contract 2).
    vat: printedPercentage(pass.tax.percentage, 2),
    bankAccount: account?.number ?? '',
    bankAccountOwner: ownerLines(account),
    maxEntries: pass.usage.maxEntries,
    numAvailable: saleState === 'ON_SALE' ? (left ?? UNLIMITED_PASSES) : 0,
    invoicingConfiguration: presentInvoicing(settings),
    captchaConfiguration: presentCaptcha(settings),
    assignmentConfiguration: { forceAssignment: false, enableAttendeeAutocomplete: false, enableTicketTransfer: false },
    analyticsConfiguration: presentAnalytics(settings),
    offlinePaymentConfiguration: null,
    embeddingConfiguration: presentEmbedding(settings),
    canApplySubscriptions: false,
    websiteUrl: pass.websiteUrl,
    transferable: pass.isTransferable,
    withdrawal: presentWithdrawal(pass),
    saleState,
  }
}

/** What list and detail have in common; dates in the zone and the languages of the pass. */
function presentTerms(pass: Pass, texts: Texts) {
  const { languages, timeZone, onSale, validity, tax } = pass
  const days = (moment: Instant | null) =>
    moment === null ? null : dateMap(texts, { instant: moment, timeZone, languages, patternKey: EVENT_DATES })
  const currency = currencyOf(pass)
  return {
    fileBlobId: pass.fileDigest,
    title: Object.fromEntries(languages.map(language => [language, inLanguage(pass.title, language)])),
    salePeriod: presentPeriod(onSale, timeZone),
    validityType: validity.kind,
    usageType: pass.usage.kind,
    timeZone,
    validityTimeUnit: validity.kind === 'STANDARD' ? validity.unit : null,
    validityUnits: validity.kind === 'STANDARD' ? validity.units : null,
    formattedPrice: printedTotal(pass.price, currency),
    currency,
    currencyDescriptor: presentCurrency(currency),
    vatIncluded: tax.status === 'INCLUDED',
    formattedOnSaleFrom: days(onSale.start),
    formattedOnSaleTo: days(onSale.end),
    formattedValidFrom: days(validity.kind === 'CUSTOM' ? validity.from : null),
    formattedValidTo: days(validity.kind === 'CUSTOM' ? validity.to : null),
    validFrom: validity.kind === 'CUSTOM' ? validity.from : null,
    validTo: validity.kind === 'CUSTOM' ? validity.to : null,
    contentLanguages: presentLanguages(languages),
    leastPrice: presentPrice(pass),
  }
}

/** What one costs in the end: nothing comes on top of a pass but VAT. */
function presentPrice(pass: Pass): LeastPrice {
  const currency = currencyOf(pass)
  const { source, final } = priceItem(pass.price, pass.tax)
  return {
    total: printedTotal(final, currency),
    before: null,
    ticket: printed(source, currency),
    fees: [],
    vatOnTop: final > source ? printed(minus(final, source), currency) : null,
  }
}

function saleStateOf(
  pass: Pass,
  { left, now, isAwaiting }: { readonly left: number | null; readonly now: Instant; readonly isAwaiting: boolean },
): PassSaleState {
  if (!isPassOnSale(pass, now)) return now < pass.onSale.start ? 'NOT_STARTED' : 'ENDED'
  if (isAwaiting) return 'AWAITS_PAYMENT'
  return left === 0 ? 'SOLD_OUT' : 'ON_SALE'
}

const currencyOf = ({ currency }: Pass): Currency => currency ?? NO_CURRENCY

function inOwnLanguages({ languages }: Pass, texts: Pass['description']): Record<string, string> {
  return Object.fromEntries(
    languages.flatMap(language => (texts[language] === undefined ? [] : [[language, texts[language]]])),
  )
}

function presentWithdrawal({ withdrawal, languages }: Pass): WithdrawalInfo {
  return withdrawal.kind === 'possible'
    ? { days: withdrawal.days, reason: {} }
    : {
        days: null,
        reason: Object.fromEntries(languages.map(language => [language, inLanguage(withdrawal.reason, language)])),
      }
}
