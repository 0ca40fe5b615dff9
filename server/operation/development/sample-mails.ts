import type { Texts } from '#server/foundation/language/texts.ts'
import { instant } from '#domain/foundation/instant.ts'
import type {
  AnswersReminder,
  NamesReminder,
  PassEndReminder,
  TransferReminder,
  TransfersDue,
} from '#server/order/reminder/letters.ts'
import type { Visit } from '#server/documents/pdf/ticket-pdf.ts'
import type { HolderChanged, TicketMail, TicketReleased } from '#server/ticket/ticket/letters.ts'
import type { MailContext } from '#server/mail/letter/letter.ts'
import type { OrderCredited, PaidAtDesk } from '#server/order/invoice/letters.ts'
import type { OrganiserNotification, PassEnded, PassForOwner } from '#server/payment/order-mails/letters.ts'
import type { PassExtended } from '#server/organiser/pass-desk/letters/pass-extended.ts'
import type { OrderChanged } from '#server/payment/refund/letters.ts'
import type { OrderLinks } from '#server/buyer/order-links/letters.ts'
import type { PaymentFailed } from '#server/payment/pay/letters/payment-failed.ts'
import type { PaymentFailedNotice } from '#server/payment/pay/letters/payment-failed-notice.ts'
import type { PaymentReview } from '#server/payment/pay/letters/payment-review.ts'
import type { Refunded } from '#server/payment/pay/letters/refunded.ts'
import type { TransferExpired } from '#server/payment/pay/letters/transfer-expired.ts'
import type { ReviewTopic } from '#domain/payment/pay/review.ts'
import { REVIEW_REASONS } from '#domain/payment/pay/review.ts'
import type { OrderSummary, ReservationConfirmation, TransferSummary } from '#server/order/order/letters.ts'
import type { SaleBegins } from '#server/order/sale-notice/letters.ts'
import type { Leaving, SeatOfferMail, WaitingListJoined } from '#server/order/waiting-list/letters.ts'
import type { WithdrawalMade } from '#server/payment/withdrawal/letters.ts'

/** One order of one event, the same in every mail of the preview. */

export const SHOP = 'https://tickets.example/event/alpine-systems-days'
const ORDER = '7f3a91c2-0b7d-4c38-8f5e-6a1b2c3d4e5f'
const TICKET = '5f0c7c9e-3a2b-4f7d-9b61-2f6f1f0a4d11'
export const ADA = { firstName: 'Ada', lastName: 'Lovelace', name: 'Ada Lovelace', email: 'ada@example.org' }
export const CATEGORY = 'Conference, three days'
export const SHORT_ID = '7F3A91C2'
export const TOTAL = 'CHF 320.00'

export const context = (language: string): MailContext => ({
  language,
  eventName: 'Alpine Systems Days',
  organizer: { name: 'Verein Alpine Systeme', email: 'hello@alpine.example' },
  span: {
    start: instant(Date.UTC(2027, 4, 15, 7)),
    end: instant(Date.UTC(2027, 4, 17, 15)),
    timeZone: 'Europe/Zurich',
  },
  location: 'Palazzo dei Congressi\nPiazza Indipendenza 4\n6900 Lugano',
})

const orderUrl = (language: string): string => `${SHOP}/reservation/${ORDER}?lang=${language}`
const ticketUrl = (language: string): string => `${SHOP}/ticket/${TICKET}/view?lang=${language}`

const LISTED: Omit<OrderSummary, 'taxes'> = {
  shortId: SHORT_ID,
  lines: [
    { name: CATEGORY, quantity: 2, amount: 'CHF 240.00' },
    { name: 'Dinner at the lake', quantity: 1, amount: 'CHF 80.00' },
  ],
  total: TOTAL,
}

/** In the words that a real mail has for the tax. */
const ordered = (language: string, texts: Pick<Texts, 'text'>): OrderSummary => ({
  ...LISTED,
  taxes: [
    {
      label: texts.text(language, 'reservation-page.vat-included', '8.1', texts.text(language, 'common.vat')),
      value: ['CHF 23.98'],
    },
  ],
})

export const TRANSFER_INSTRUCTIONS: TransferSummary = {
  amount: TOTAL,
  account: 'CH93 0076 2011 6238 5295 7',
  owner: ['Verein Alpine Systeme', 'Via Nassa 12', '6900 Lugano'],
  reason: SHORT_ID,
  hasCode: true,
  deadline: instant(Date.UTC(2027, 3, 30, 10)),
}

type Confirmation = Partial<ReservationConfirmation>

export const FREE: Confirmation = {
  order: { ...LISTED, lines: [{ name: 'Everybody', quantity: 2, amount: null }], taxes: [], total: null },
}
export const WITH_TICKETS: Confirmation = { tickets: 'attached' }
export const SOME: Confirmation = { tickets: 'attached-and-mailed' }
export const ON_SITE: Confirmation = { payment: { kind: 'on-site', amount: TOTAL } }
export const DEFERRED: Confirmation = { payment: { kind: 'deferred-transfer', amount: TOTAL }, tickets: 'later' }
export const TRANSFER: Confirmation = { payment: { kind: 'bank-transfer', ...TRANSFER_INSTRUCTIONS }, tickets: 'later' }

export const confirmation =
  (change: Confirmation = {}) =>
  (language: string, texts: Pick<Texts, 'text'>): ReservationConfirmation => ({
    ...context(language),
    buyer: ADA,
    order: ordered(language, texts),
    payment: { kind: 'settled' },
    url: orderUrl(language),
    tickets: 'mailed',
    pass: null,
    ...change,
  })

export const transferReminder = (language: string): TransferReminder => ({
  ...context(language),
  buyer: ADA,
  transfer: TRANSFER_INSTRUCTIONS,
  url: orderUrl(language),
})

export const transferExpired =
  (isCredited: boolean) =>
  (language: string): TransferExpired => ({
    ...context(language),
    buyer: ADA,
    shortId: SHORT_ID,
    isCredited,
    url: SHOP,
  })

export const transfersDue =
  (isRemovedAutomatically: boolean) =>
  (language: string): TransfersDue => ({
    ...context(language),
    isRemovedAutomatically,
    transfers: [
      {
        reservationId: ORDER,
        shortId: SHORT_ID,
        amount: TOTAL,
        buyer: ADA,
        deadline: TRANSFER_INSTRUCTIONS.deadline,
        isOverdue: true,
      },
      {
        reservationId: TICKET,
        shortId: '5F0C7C9E',
        amount: 'CHF 120.00',
        buyer: { name: 'Grace Hopper', email: 'grace@example.org' },
        deadline: instant(Date.UTC(2027, 4, 1, 10)),
        isOverdue: false,
      },
    ],
  })

export const paidAtDesk =
  (document: PaidAtDesk['document']) =>
  (language: string): PaidAtDesk => ({
    ...context(language),
    buyer: ADA,
    shortId: SHORT_ID,
    amount: TOTAL,
    document,
    url: orderUrl(language),
  })

export const credited = (language: string): OrderCredited => ({
  ...context(language),
  buyer: ADA,
  shortId: SHORT_ID,
  isCreditNoteAttached: true,
})

export const namesReminder = (language: string): NamesReminder => ({
  ...context(language),
  buyer: ADA,
  tickets: { unnamed: 2, all: 3 },
  url: orderUrl(language),
})

export const answersReminder = (language: string): AnswersReminder => ({
  ...context(language),
  holder: ADA,
  questions: ['Which meal would you like?', 'What is on your badge?'],
  isRequired: false,
  url: ticketUrl(language),
})

const WALLETS = (['apple', 'google'] as const).map(wallet => ({ wallet, url: `${SHOP}/wallet/${wallet}` }))

const VISIT: Visit = {
  doors: instant(Date.UTC(2027, 4, 15, 6, 30)),
  eventUrl: SHOP,
  isTransferable: true,
  bring: 'A laptop for the workshop.',
  accessFeatures: ['STEP_FREE', 'HEARING_LOOP'],
  accessibility: '',
}

export const UNPAID: Partial<TicketMail> = {
  attendance: {
    kind: 'in-person',
    url: `${SHOP}/ticket/${TICKET}/view`,
    paymentDue: 'CHF 120.00',
    wallets: WALLETS,
    visit: VISIT,
  },
}
export const ONLINE: Partial<TicketMail> = {
  location: null,
  attendance: { kind: 'online', joinUrl: `${SHOP}/ticket/${TICKET}/check-in/9f86d081884c7d65`, url: ticketUrl('en') },
}

export const ticket =
  (change: Partial<TicketMail> = {}) =>
  (language: string): TicketMail => ({
    ...context(language),
    holder: ADA,
    category: CATEGORY,
    publicId: TICKET,
    calendars: ['Google', 'Outlook'].map(name => ({
      name,
      url: `${SHOP}/calendar/${language}?type=${name.toLowerCase()}`,
    })),
    attendance: { kind: 'in-person', url: ticketUrl(language), paymentDue: null, wallets: WALLETS, visit: VISIT },
    ...change,
  })

export const passedOn =
  (reader: HolderChanged['reader']) =>
  (language: string): HolderChanged => ({
    ...context(language),
    reader,
    from: ADA.email,
    to: 'grace@example.org',
    category: CATEGORY,
    url: SHOP,
  })

export const released = (language: string): TicketReleased => ({
  ...context(language),
  holder: ADA,
  category: CATEGORY,
  publicId: TICKET,
})

export const notification = (language: string, texts: Pick<Texts, 'text'>): OrganiserNotification => ({
  ...context(language),
  reservationId: ORDER,
  buyer: ADA,
  order: ordered(language, texts),
  payment: 'paid',
})

const ofPass = (language: string): MailContext => ({
  ...context(language),
  eventName: 'Ten evenings of jazz',
  span: { timeZone: 'Europe/Zurich' },
  location: null,
})

const PASS = 'c09644d4-3694-4b5f-9a3e-2f6f1f0a4d11'

export const passForOwner = (language: string): PassForOwner => ({
  ...ofPass(language),
  owner: { firstName: 'Grace' },
  buyer: ADA,
  pass: {
    codes: { pin: 'HNLD4PHJ', id: PASS },
    valid: { from: instant(Date.UTC(2027, 4, 15, 7)), to: instant(Date.UTC(2028, 4, 15, 21, 59, 59)) },
    maxEntries: 10,
    url: `https://tickets.example/events-all?subscription=${PASS}&lang=${language}`,
  },
})

export const passEndReminder = (language: string): PassEndReminder => ({
  ...ofPass(language),
  owner: { firstName: 'Grace' },
  end: instant(Date.UTC(2028, 4, 15, 21, 59, 59)),
  left: 3,
  useUrl: passForOwner(language).pass.url,
  renewUrl: `https://tickets.example/subscription/00000000-0000-4000-8000-000000000000?lang=${language}`,
})

export const passEnded = (language: string): PassEnded => ({
  ...ofPass(language),
  owner: { firstName: 'Grace' },
  buyer: ADA,
})

export const passExtended = (language: string): PassExtended => {
  const { valid, url } = passForOwner(language).pass
  return { ...ofPass(language), owner: { firstName: 'Grace' }, valid, maxEntries: 12, url }
}

export const withdrawal = (language: string): WithdrawalMade => ({
  ...ofPass(language),
  by: ADA,
  shortId: SHORT_ID,
  madeAt: TRANSFER_INSTRUCTIONS.deadline,
  amount: 'CHF 180.00',
  returnedBy: 'PROVIDER',
  used: 1,
  released: 2,
  isCreditNoteAttached: true,
})

export const waiting = (language: string): WaitingListJoined & Leaving => ({
  ...context(language),
  person: ADA,
  category: CATEGORY,
  seats: { quantity: 2, isFewerEnough: true },
  leaveUrl: leaveUrl(language),
})

export const saleBegins = (language: string): SaleBegins => ({
  ...context(language),
  url: `${new URL(SHOP).origin}/event/alpine-systems-days?lang=${language}`,
})

export const seatOffer = (language: string): SeatOfferMail => ({
  ...context(language),
  person: ADA,
  tickets: [{ name: CATEGORY, quantity: 2 }],
  expiry: TRANSFER_INSTRUCTIONS.deadline,
  url: orderUrl(language),
  leaveUrl: leaveUrl(language),
})

const leaveUrl = (language: string): string =>
  `${new URL(SHOP).origin}/waiting-list/6f1d7c52-3a44-4d0b-9a5e-2f0c8b7e1a93?lang=${language}`

export const paymentFailed =
  (hasTime: boolean) =>
  (language: string): PaymentFailed => ({
    ...context(language),
    buyer: ADA,
    shortId: SHORT_ID,
    reason: 'foyer.payment.cancelled',
    heldUntil: hasTime ? TRANSFER_INSTRUCTIONS.deadline : null,
    url: hasTime ? orderUrl(language) : SHOP,
  })

export const paymentFailedNotice = (language: string): PaymentFailedNotice => ({
  ...context(language),
  buyer: ADA,
  shortId: SHORT_ID,
  reservationId: ORDER,
  provider: null,
  reason: 'foyer.payment.refused',
  isHeld: false,
})

export const orderChanged =
  (isPart: boolean) =>
  (language: string): OrderChanged => ({
    ...context(language),
    buyer: ADA,
    shortId: SHORT_ID,
    tickets: isPart ? [`${CATEGORY}: Ada Lovelace`] : null,
    amount: TOTAL,
    isCreditNoteAttached: isPart,
  })

export const refunded =
  (of: Refunded['of']) =>
  (language: string): Refunded => ({
    ...context(language),
    buyer: ADA,
    shortId: SHORT_ID,
    amount: TOTAL,
    of,
    why: of === 'changed' ? 'foyer.payment.returned.pass' : null,
    isCreditNoteAttached: of === 'order',
  })

export const orderLinks = (language: string): OrderLinks => ({
  language,
  shopUrl: 'https://tickets.example',
  orders: [
    {
      eventName: 'Alpine Systems Days',
      when: ['Saturday 15 May 2027, 09:00 –', 'Monday 17 May 2027, 17:00 CEST'],
      shortId: SHORT_ID,
      url: orderUrl(language),
    },
    { eventName: 'A year at the film club', when: [], shortId: '0C4D19AA', url: orderUrl(language) },
  ],
})

export const REVIEW_TOPICS: readonly ReviewTopic[] = [...REVIEW_REASONS, 'DISPUTE_WON']

export const paymentReview =
  (topic: ReviewTopic) =>
  (language: string): PaymentReview => ({
    ...context(language),
    topic,
    shortId: SHORT_ID,
    reservationId: ORDER,
    amount: TOTAL,
    detail: topic === 'REFUND_FAILED' ? 'The account is closed.' : null,
    dueBy: topic === 'DISPUTE_OPEN' ? TRANSFER_INSTRUCTIONS.deadline : null,
  })
