import { type Static, Type } from 'typebox'
import { ITALIAN_REFERENCE_TYPES } from './booking-form.ts'
import { ReservationParams } from './booking.ts'
import { Empty, call } from './call.ts'
import { bookingDraftPath } from './order-paths.ts'
import { BoundedMapOf, ListOf, Nullable, OneOf, Text } from './schema.ts'
import { BadRequest, Forbidden, TooManyRequests } from './wrapper.ts'

/** What a buyer has typed on the page of details and not sent yet; calls of this shop only. */

const person = { firstName: Text(), lastName: Text(), email: Text() }

/** The name of a question to what is typed or chosen. */
const Answers = BoundedMapOf(ListOf(Text()))

/** The fields of the page as they are, also those that it hides just now. Nothing of it is judged. */
export const BookingDraft = Type.Object({
  ...person,
  invoiceRequested: Type.Boolean(),
  addCompanyBillingDetails: Type.Boolean(),
  billingAddressCompany: Text(),
  billingAddressLine1: Text(),
  billingAddressLine2: Text(),
  billingAddressZip: Text(),
  billingAddressCity: Text(),
  billingAddressState: Text(),
  vatCountryCode: Text(),
  customerReference: Text(),
  vatNr: Text(),
  skipVatNr: Type.Boolean(),
  italyEInvoicingFiscalCode: Text(),
  italyEInvoicingReferenceType: OneOf(['', ...ITALIAN_REFERENCE_TYPES]),
  italyEInvoicingReferenceAddresseeCode: Text(),
  italyEInvoicingReferencePEC: Text(),
  italyEInvoicingSplitPayment: Type.Boolean(),
  tickets: BoundedMapOf(
    Type.Object({
      ...person,
      isBuyer: Type.Boolean(),
      isLater: Type.Boolean(),
      userLanguage: Text(),
      additional: Answers,
    }),
  ),
  items: BoundedMapOf(Type.Object({ ticket: Text(), additional: Answers })),
  owner: Nullable(Type.Object({ ...person, isSomebodyElse: Type.Boolean(), additional: Answers })),
})
export type BookingDraft = Static<typeof BookingDraft>

/** A later draft of one order has a greater version; 0: there is none. */
const Version = Type.Integer({ minimum: 0 })

export const StoredDraft = Type.Object({ version: Version, draft: Nullable(BookingDraft) })
export type StoredDraft = Static<typeof StoredDraft>

export const getBookingDraft = call({
  operationId: 'getBookingDraft',
  summary: 'What was typed for an order whose details are not sent yet',
  tag: 'reservation',
  method: 'GET',
  path: bookingDraftPath,
  params: ReservationParams,
  responses: { 200: StoredDraft, 404: Empty },
})

export const storeBookingDraft = call({
  operationId: 'storeBookingDraft',
  summary: 'Store what was typed, as long as the order awaits details',
  tag: 'reservation',
  method: 'PUT',
  path: bookingDraftPath,
  params: ReservationParams,
  body: BookingDraft,
  responses: {
    200: Type.Object({ version: Nullable(Version) }, { description: 'Null: it awaits none, and nothing is stored' }),
    400: BadRequest,
    403: Forbidden,
    404: Empty,
    429: TooManyRequests,
  },
})
