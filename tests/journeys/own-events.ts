import type { EventFile } from '#contract/event-file.ts'
import { type Instant, instant } from '#domain/foundation/instant.ts'
import { aCategoryFile, anEventFile, localTime } from '#tests/builders/event-file.ts'
import { type Organiser, anOrganiser } from '../support/organiser/organiser.ts'
import type { RunningShop } from '../support/shop/running-shop.ts'

/** Events with extras, codes and questions, as an organiser writes them. */

const both = (en: string, de: string) => [
  { lang: 'en', body: en },
  { lang: 'de', body: de },
]

/** An organiser of a running shop. */
export function organiserOf(shop: RunningShop, name: string): Promise<Organiser> {
  return anOrganiser(shop.url, shop.environment['FOYER_API_KEY'] ?? '', name)
}

export const thisMoment = (): Instant => instant(Date.now())

const LAKE_DAYS = both('Two days by the lake.', 'Zwei Tage am See.')

/** Codes of every kind, and a category that one of them opens. */
export function anEventWithCodes(now: Instant): EventFile {
  const file = anEventFile(now, {
    slug: 'lake-days',
    title: 'Lake Days',
    description: LAKE_DAYS,
    seats: 60,
    categories: [
      aCategoryFile(now),
      aCategoryFile(now, { name: 'Student', price: 30, maxTickets: 12 }),
      aCategoryFile(now, {
        name: 'Friends',
        price: 60,
        maxTickets: 8,
        accessRestricted: true,
        accessCode: 'LAKE-FRIENDS',
        description: both('For those who have been with us from the start.', 'Für alle, die von Anfang an dabei sind.'),
      }),
    ],
    additionalServices: [
      {
        type: 'SUPPLEMENT',
        supplementPolicy: 'OPTIONAL_MAX_AMOUNT_PER_RESERVATION',
        title: both('Dinner by the lake', 'Abendessen am See'),
        price: 45,
        fixPrice: true,
        maxQtyPerOrder: 4,
        ...sold(now),
      },
    ],
  })
  const forever = { validFrom: localTime(now, { days: -5 }), validTo: localTime(now, { days: 50 }) }
  return {
    ...file,
    tickets: {
      ...file.tickets,
      promoCodes: [
        { name: 'SUMMER-27', codeType: 'DISCOUNT', discountType: 'PERCENTAGE', discount: 10, ...forever },
        {
          name: 'VOUCHER-50',
          codeType: 'DISCOUNT',
          discountType: 'FIXED_AMOUNT_RESERVATION',
          discount: 5000,
          ...forever,
        },
        {
          name: 'STUDENT-5',
          codeType: 'DISCOUNT',
          discountType: 'FIXED_AMOUNT',
          discount: 500,
          categories: ['Student'],
          ...forever,
        },
        { name: 'FRIENDS-27', codeType: 'ACCESS', discountType: 'NONE', hiddenCategory: 'Friends', ...forever },
        {
          name: 'OLD-CODE',
          codeType: 'DISCOUNT',
          discountType: 'PERCENTAGE',
          discount: 50,
          validFrom: localTime(now, { days: -5 }),
          validTo: localTime(now, { days: -1 }),
        },
      ],
    },
  }
}

/** Extras of every kind. */
export function anEventWithExtras(now: Instant): EventFile {
  return anEventFile(now, {
    slug: 'harvest-table',
    title: 'Harvest Table',
    description: both('One long table.', 'Ein langer Tisch.'),
    seats: 40,
    categories: [aCategoryFile(now, { name: 'Seat', price: 80 })],
    additionalServices: [
      {
        type: 'SUPPLEMENT',
        supplementPolicy: 'OPTIONAL_MAX_AMOUNT_PER_RESERVATION',
        title: both('Bottle of wine', 'Flasche Wein'),
        description: both('From the slope above the lake.', 'Vom Hang über dem See.'),
        price: 32,
        fixPrice: true,
        availableQuantity: 3,
        maxQtyPerOrder: 6,
        ...sold(now),
      },
      {
        type: 'SUPPLEMENT',
        supplementPolicy: 'OPTIONAL_MAX_AMOUNT_PER_TICKET',
        title: both('Boat home', 'Schiff nach Hause'),
        price: 12.5,
        fixPrice: true,
        maxQtyPerOrder: 1,
        ...sold(now),
      },
      {
        type: 'SUPPLEMENT',
        supplementPolicy: 'OPTIONAL_UNLIMITED_AMOUNT',
        title: both('Postcard', 'Postkarte'),
        price: 2,
        fixPrice: true,
        ...sold(now),
      },
      {
        type: 'SUPPLEMENT',
        supplementPolicy: 'OPTIONAL_MAX_AMOUNT_PER_RESERVATION',
        title: both('Cheese board', 'Käseplatte'),
        price: 18,
        fixPrice: true,
        availableQuantity: 0,
        maxQtyPerOrder: 2,
        ...sold(now),
      },
      {
        type: 'SUPPLEMENT',
        supplementPolicy: 'OPTIONAL_MAX_AMOUNT_PER_RESERVATION',
        title: both('Walk the day after', 'Spaziergang am Tag danach'),
        price: 10,
        fixPrice: true,
        maxQtyPerOrder: 2,
        inception: localTime(now, { days: 10 }),
        expiration: localTime(now, { days: 50 }),
      },
      {
        type: 'SUPPLEMENT',
        supplementPolicy: 'MANDATORY_ONE_FOR_TICKET',
        title: both('Glass of welcome', 'Begrüssungsglas'),
        price: 3,
        fixPrice: true,
        ...sold(now),
      },
      {
        type: 'SUPPLEMENT',
        supplementPolicy: 'MANDATORY_PERCENTAGE_RESERVATION',
        title: both('Service', 'Bedienung'),
        price: 5,
        minPrice: 2,
        maxPrice: 20,
        ...sold(now),
      },
      {
        type: 'DONATION',
        title: both('For the orchard', 'Für den Obstgarten'),
        description: both('Every tree needs a friend.', 'Jeder Baum braucht jemanden.'),
        fixPrice: false,
        ...sold(now),
      },
    ],
  })
}

/** From three tickets on they cost less. */
export function anEventWithDiscount(now: Instant): EventFile {
  return anEventFile(now, {
    slug: 'choir-weekend',
    title: 'Choir Weekend',
    description: both('Bring your voices.', 'Bringen Sie Ihre Stimmen mit.'),
    seats: 40,
    categories: [aCategoryFile(now, { name: 'Voice', price: 50 })],
    discounts: [
      {
        minimumTickets: 3,
        discountType: 'PERCENTAGE',
        discount: 10,
        message: both('Three and more sing for 10% less.', 'Ab drei Stimmen kostet es 10 % weniger.'),
      },
    ],
  })
}

/** Two seats, and a list for when they are gone; two kinds of tickets share them. */
export function anEventWithWaitingList(now: Instant): EventFile {
  return anEventFile(now, {
    slug: 'attic-concert',
    title: 'Attic Concert',
    description: both('Two chairs and a cello.', 'Zwei Stühle und ein Cello.'),
    seats: 2,
    privacyPolicyUrl: 'https://alpine.example/privacy',
    categories: [aCategoryFile(now, { name: 'Chair', price: 35 }), aCategoryFile(now, { name: 'Cushion', price: 20 })],
    settings: { ENABLE_WAITING_QUEUE: true },
  })
}

/** Not on sale yet, with a list of those who want a mail when it is. */
export function anEventBeforeItsSale(now: Instant): EventFile {
  return anEventFile(now, {
    slug: 'winter-lights',
    title: 'Winter Lights',
    description: both('A walk in the dark.', 'Ein Gang durch die Dunkelheit.'),
    categories: [aCategoryFile(now, { name: 'Lantern', startSellingDate: localTime(now, { days: 10 }) })],
    settings: { ENABLE_PRE_REGISTRATION: true },
  })
}

/** The same without a list to be on. */
export function anEventWithoutList(now: Instant): EventFile {
  const { settings: _, ...file } = anEventBeforeItsSale(now)
  return { ...file, slug: 'spring-lights', title: 'Spring Lights' }
}

function sold(now: Instant) {
  return { inception: localTime(now, { days: -5 }), expiration: localTime(now, { days: 50 }) }
}
