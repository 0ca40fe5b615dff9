import type { AccessType } from '#domain/catalog/catalog/category.ts'
import type { EventFormat } from '#domain/catalog/catalog/event.ts'
import type { FieldType } from '#domain/catalog/fields/field.ts'
import type { PaymentProxy } from '#domain/catalog/payment-method/payment-method.ts'
import type { AutomaticCharge, OptionalCharge, ServiceType } from '#domain/catalog/price/additional-service.ts'
import type { Discount } from '#domain/catalog/promo-code/promo-code.ts'
import type { PollStatus } from '#domain/ticket/poll/poll.ts'
import type { CodeEffect, GroupLinkDraft } from './event-draft.ts'

/**
 * What an organiser requests when an event is created or updated, by API or event file (design section 4), after the
 * schema (contract/event-file.ts) has checked it: each member has its type, a word is one of its list, a number is
 * whole where it counts. The rules do not check this again. Local date-times are in the zone of the event:
 * "2027-05-15T09:00" or with a blank instead of the T.
 */

/** Each member may be left out or null; on an update either keeps what is stored. */
export type Stated<Members> = { readonly [Name in keyof Members]?: Members[Name] | null | undefined }

/** One text in one language. */
export type LocalizedBody = { readonly lang: string; readonly body: string }
type Bodies = readonly LocalizedBody[]

/** `maxTickets` 0: the category draws from the pool. A blank `accessCode` removes the category's own code. */
export type CategoryRequest = Stated<
  Record<'name' | 'startSellingDate' | 'endSellingDate' | 'accessCode', string> &
    Record<'id' | 'maxTickets' | 'price' | 'ordinal', number> & {
      description: Bodies
      customValidity: Stated<Record<'checkInFrom' | 'checkInTo' | 'validityStart' | 'validityEnd', string>>
      ticketAccessType: AccessType
      settings: SettingsRequest
      accessRestricted: boolean
      groupLink: GroupLinkRequest
    }
>

/** A group by its id or its name; a link that names none is removed. */
export type GroupLinkRequest = Stated<
  Pick<GroupLinkDraft, 'type' | 'matchType'> & { groupId: number; group: string; maxAllocation: number }
>

/**
 * Its title in the first language of the event identifies it. `price` is the percentage where a percentage is charged;
 * `fixPrice` false: the visitor names the amount; `availableQuantity` -1: any number, 0: none.
 */
export type ServiceRequest = Stated<
  Record<'inception' | 'expiration' | 'vatType', string> &
    Record<'price' | 'minPrice' | 'maxPrice' | 'availableQuantity' | 'maxQtyPerOrder', number> &
    Record<'title' | 'description', Bodies> & {
      type: ServiceType
      supplementPolicy: NonNullable<(AutomaticCharge | OptionalCharge)['policy']>
      fixPrice: boolean
    }
>

/** `name` is the code itself; `discount` is percent, or minor units; `maxUsage` -1: any number. */
export type PromoCodeRequest = Stated<
  Record<'name' | 'validFrom' | 'validTo' | 'hiddenCategory', string> &
    Record<'discount' | 'maxUsage', number> & {
      discountType: Discount['kind'] | 'NONE'
      codeType: CodeEffect['codeType']
      categories: readonly string[]
    }
>

export type DiscountRequest = Stated<{
  minimumTickets: number
  categories: readonly string[]
  discountType: Discount['kind']
  discount: number
  message: Bodies
}>

export type GroupRequest = Stated<{ name: string; members: readonly string[] }>

/** Its title in the first language of the event identifies it; so do the titles of the options. */
export type PollRequest = Stated<{
  title: Bodies
  description: Bodies
  options: readonly Bodies[]
  allowedTags: readonly string[]
  order: number
  status: PollStatus
}>

/** How organisers name the types of questions (organiser contract, AdditionalInfoRequest). */
export const QUESTION_TYPES = {
  GENERIC_TEXT: 'TEXT',
  PHONE_NUMBER: 'PHONE',
  MULTI_LINE_TEXT: 'LONG_TEXT',
  LIST_BOX: 'SELECT',
  COUNTRY: 'COUNTRY',
  EU_VAT_NR: 'VAT_NUMBER',
  CHECKBOX: 'CHECKBOX',
  RADIO: 'RADIO',
  DATE_OF_BIRTH: 'DATE_OF_BIRTH',
} as const satisfies Readonly<Record<string, FieldType>>

/**
 * A question to attendees; its name identifies it. `categories` are names: of all categories when none is named;
 * `additionalService` is the title of an extra: the question is about each item of it.
 */
export type FieldRequest = { readonly type: keyof typeof QUESTION_TYPES } & Stated<{
  ordinal: number
  name: string
  required: boolean
  editable: boolean
  label: Bodies
  placeholder: Bodies
  restrictedValues: readonly Stated<{ value: string; enabled: boolean; descriptions: Bodies }>[]
  contentLength: Stated<Record<'min' | 'max', number>>
  displayAtCheckIn: boolean
  categories: readonly string[]
  additionalService: string
}>

/** What people ask before they decide; `doors` and `until` are local date-times. */
export type FactsRequest = Stated<{
  doors: string
  refunds: Stated<{ policy: 'NONE' | 'UNTIL'; until: string; text: Bodies }>
  accessFeatures: readonly string[]
  accessibility: Bodies
  bring: Bodies
  /** Where tickets are sold, when it is not here. */
  ticketsUrl: string
}>

/** Setting name to text; a number or a flag is read as its text. */
export type SettingsRequest = Readonly<Record<string, string | number | boolean | null>>

export type TicketsRequest = Stated<{
  freeOfCharge: boolean
  max: number
  currency: string
  taxPercentage: number
  taxIncludedInPrice: boolean
  paymentMethods: readonly PaymentProxy[]
  categories: readonly CategoryRequest[]
  /** A stated list is complete: what is missing in it is withdrawn. */
  promoCodes: readonly PromoCodeRequest[]
}>

/** Addresses of the web. */
export type Addresses = Record<'websiteUrl' | 'termsAndConditionsUrl' | 'privacyPolicyUrl' | 'imageUrl', string>

/**
 * The languages of `description` become the content languages of the event, with those that `languages` states. Its lists
 * are complete where stated.
 */
export type EventRequest = Stated<
  Record<'title' | 'slug' | 'timezone' | 'startDate' | 'endDate', string> &
    Addresses & {
      languages: readonly string[]
      description: Bodies
      shortDescription: Bodies
      format: EventFormat
      location: Stated<{ fullAddress: string; coordinate: Stated<Record<'latitude' | 'longitude', string>> }>
      tickets: TicketsRequest
      status: 'PUBLIC' | 'DRAFT'
      tags: readonly string[]
      settings: SettingsRequest
      onlineCallLinks: readonly Stated<Record<'link' | 'validFrom' | 'validTo', string>>[]
      /** What only a later version of the shop can sell: empty for now. */
      extensionSettings: readonly object[]
      additionalInfo: readonly FieldRequest[]
      additionalServices: readonly ServiceRequest[]
      discounts: readonly DiscountRequest[]
      groups: readonly GroupRequest[]
      polls: readonly PollRequest[]
      groupLink: GroupLinkRequest
      facts: FactsRequest
      /** Language to key to text. */
      i18nOverride: Readonly<Record<string, Readonly<Record<string, string>>>>
      organizer: Stated<{ promoCodes: readonly PromoCodeRequest[] }>
    }
>
