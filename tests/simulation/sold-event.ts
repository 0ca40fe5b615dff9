import type { EventFile } from '#contract/event-file.ts'
import type { SubscriptionRequest } from '#contract/subscription-file.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { SELLER_IN_BERLIN } from '../support/organiser/invoice.ts'
import {
  aCategoryFile,
  aHiddenCategoryFile,
  aServiceFile,
  anAccessCodeFile,
  anEventFile,
  localTime,
} from '#tests/builders/event-file.ts'
import { aPassFile } from '#tests/builders/pass-file.ts'

/** An event with one of everything, and little of each, so that people get into each other's way; and passes for it. */

export const SHORT_NAME = 'everything'
/** Another one for nothing, whose tickets can be released. */
export const FREE_NAME = 'nothing'

/** Codes people may type: some good, some limited, one that opens the hidden category, one that does not exist. */
export const CODES = {
  tenPercent: 'TENPERCENT',
  lastUses: 'LASTUSES',
  offTheOrder: 'OFFTHEORDER',
  backDoor: 'BACKDOOR',
  sideDoor: 'SIDEDOOR',
  unknown: 'NOSUCHCODE',
} as const

export const CATEGORIES = { ordinary: 'Ordinary', student: 'Student', hidden: 'Friends', gift: 'Gift' } as const

const inEnglish = (body: string) => [{ lang: 'en', body }]

export function everything(now: Instant): EventFile {
  const categories = [
    aCategoryFile(now, { name: CATEGORIES.ordinary, price: 50 }),
    aCategoryFile(now, { name: CATEGORIES.student, price: 19.95, maxTickets: 6 }),
    aCategoryFile(now, { name: CATEGORIES.hidden, price: 30, maxTickets: 5, accessRestricted: true }),
    aCategoryFile(now, { name: CATEGORIES.gift, price: 0, endSellingDate: localTime(now, { days: 49 }) }),
  ]
  const file = anEventFile(now, { slug: SHORT_NAME, seats: 24, categories })
  return {
    ...file,
    settings: {
      ...file.settings,
      ...SELLER_IN_BERLIN,
      ENABLE_VIES_VALIDATION: false,
      ENABLE_WAITING_QUEUE: true,
      ALLOW_FREE_TICKETS_CANCELLATION: true,
    },
    tickets: {
      ...file.tickets,
      taxIncludedInPrice: false,
      promoCodes: [
        { name: CODES.tenPercent, discountType: 'PERCENTAGE', discount: 10 },
        { name: CODES.lastUses, discountType: 'FIXED_AMOUNT', discount: 500, maxUsage: 4, categories: ['Ordinary'] },
        { name: CODES.offTheOrder, discountType: 'FIXED_AMOUNT_RESERVATION', discount: 2500 },
        { name: CODES.backDoor, discountType: 'NONE', codeType: 'ACCESS', hiddenCategory: 'Friends', maxUsage: 3 },
      ],
    },
    discounts: [{ minimumTickets: 3, discountType: 'PERCENTAGE', discount: 15, categories: ['Ordinary'] }],
    additionalServices: [
      {
        type: 'SUPPLEMENT',
        title: inEnglish('Workshop'),
        supplementPolicy: 'OPTIONAL_MAX_AMOUNT_PER_TICKET',
        price: 12.5,
        availableQuantity: 5,
        maxQtyPerOrder: 1,
      },
      { type: 'SUPPLEMENT', title: inEnglish('Handling'), supplementPolicy: 'MANDATORY_ONE_FOR_TICKET', price: 1.05 },
      {
        type: 'SUPPLEMENT',
        title: inEnglish('Booking fee'),
        supplementPolicy: 'MANDATORY_PERCENTAGE_RESERVATION',
        price: 2.5,
      },
      { type: 'DONATION', title: inEnglish('Gift'), fixPrice: false },
    ],
  }
}

/** Three tickets of any event for each of the few who get one. */
export const seasonPass = (now: Instant): SubscriptionRequest =>
  aPassFile({
    ...passOnSale(now, 'Season'),
    price: 80,
    maxAvailable: 6,
    maxEntries: 3,
    settings: { BANK_TRANSFER_ENABLED: 'true', BANK_ACCOUNT_NR: 'CH93 0076 2011 6238 5295 7', ...BERLIN },
  })

/** Costs nothing, for a week, and pays for one ticket of each event. */
export const clubPass = (now: Instant): SubscriptionRequest =>
  aPassFile({
    ...passOnSale(now, 'Club'),
    usageType: 'ONCE_PER_EVENT',
    term: { timeUnit: 'DAYS', units: 7 },
    price: 0,
    taxPolicy: 'NONE',
    paymentMethods: [],
  })

const BERLIN = Object.fromEntries(Object.entries(SELLER_IN_BERLIN).map(([key, value]) => [key, String(value)]))

const passOnSale = (now: Instant, title: string): SubscriptionRequest => ({
  title: inEnglish(title),
  description: inEnglish(title),
  isPublic: true,
  onSaleFrom: localTime(now, { days: -1 }),
})

/** Free tickets, some of them hidden, and nothing to pay but what people like to give. */
export function nothing(now: Instant): EventFile {
  const categories = [
    aCategoryFile(now, { name: 'Guest', price: 0 }),
    aHiddenCategoryFile(now, { name: 'Crew', price: 0, maxTickets: 3 }),
  ]
  const promoCodes = [anAccessCodeFile({ name: CODES.sideDoor, hiddenCategory: 'Crew' })]
  const settings = { ENABLE_WAITING_QUEUE: true, ALLOW_FREE_TICKETS_CANCELLATION: true }
  return {
    ...anEventFile(now, { slug: FREE_NAME, seats: 10, categories, promoCodes, settings }),
    additionalServices: [
      aServiceFile({ title: inEnglish('Lamp'), price: 0, availableQuantity: 4, maxQtyPerOrder: 2 }),
      { type: 'DONATION', title: inEnglish('Thanks'), fixPrice: false },
    ],
  }
}
