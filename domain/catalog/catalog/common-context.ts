import { type Language, type LocalizedTexts, inLanguage } from '#domain/foundation/language/texts.ts'
import type { Currency } from '#domain/foundation/money/currency.ts'
import type { PaymentProxy } from '#domain/catalog/payment-method/payment-method.ts'
import type { Tax } from '#domain/catalog/price/vat.ts'

export type PurchaseContextId = number & { readonly brand: 'PurchaseContextId' }
export type OrganizationId = number & { readonly brand: 'OrganizationId' }

export type Organization = {
  readonly id: OrganizationId
  readonly name: string
  readonly email: string
  readonly slug: string | null
}

/** DRAFT is reachable by its address only, PUBLIC is listed, DISABLED answers as unknown (domain rules 5). */
export type PublicationStatus = 'DRAFT' | 'PUBLIC' | 'DISABLED'

/** What events and passes have in common: all that reserving, paying, documents, letters and settings know of them. */
export type CommonContext = {
  readonly id: PurchaseContextId
  readonly organization: Organization
  readonly status: PublicationStatus
  /** Content languages in the order of the languages the shop ships; never empty. */
  readonly languages: readonly [Language, ...Language[]]
  readonly title: LocalizedTexts
  /** Markdown. */
  readonly description: LocalizedTexts
  readonly shortDescription: LocalizedTexts
  readonly fileDigest: string | null
  readonly websiteUrl: string | null
  readonly termsUrl: string | null
  readonly privacyUrl: string | null
  /** IANA zone in which all its times are stated. */
  readonly timeZone: string
  /** Null only when nothing costs anything. */
  readonly currency: Currency | null
  readonly tax: Tax
  readonly isFreeOfCharge: boolean
  readonly paymentProxies: readonly PaymentProxy[]
  readonly tags: readonly string[]
  /** Counts every change of what is offered. */
  readonly version: number
}

/** The one name of an event or pass, whatever the language (shop contract 2). */
export function displayName({ title, languages }: Pick<CommonContext, 'title' | 'languages'>): string {
  return inLanguage(title, languages[0])
}
