import { Type } from 'typebox'
import { Empty, call, content } from './call.ts'
import { Denied } from './organiser.ts'
import {
  downloadInvoicePath,
  downloadPassInvoicePath,
  downloadPassPath,
  downloadPassReceiptPath,
  downloadReceiptPath,
  passCalendarPath,
} from './order-paths.ts'
import { creditReservationPath, downloadEInvoicePath } from './paths.ts'
import { MAX_ID_LENGTH, MAX_NAME_LENGTH } from './limits.ts'
import { OneOf, Text } from './schema.ts'
import { Lang, ReservationId, ShortName } from './shared.ts'
import { BadRequest, Unexpected } from './wrapper.ts'

/** The documents of an order: for its buyer as PDF, for its organiser as XML too. */

const DocumentParams = Type.Object({ eventName: ShortName, reservationId: ReservationId })
const pdf = Type.String({ contentMediaType: 'application/pdf' })

export const downloadInvoice = call({
  operationId: 'downloadInvoice',
  summary: 'The invoice as PDF, once the order has a number',
  tag: 'documents',
  method: 'GET',
  path: downloadInvoicePath,
  params: DocumentParams,
  responses: { 200: content('application/pdf', 'PDF', pdf), 400: BadRequest, 404: Empty, 500: Unexpected },
})

export const downloadReceipt = call({
  operationId: 'downloadReceipt',
  summary: 'The receipt as PDF, for an order that is paid and has no invoice number',
  tag: 'documents',
  method: 'GET',
  path: downloadReceiptPath,
  params: DocumentParams,
  responses: { 200: content('application/pdf', 'PDF', pdf), 400: BadRequest, 404: Empty, 500: Unexpected },
})

const PassDocumentParams = Type.Object({ id: Text(), reservationId: ReservationId })

export const downloadPassInvoice = call({
  operationId: 'downloadPassInvoice',
  summary: 'The invoice of an order of a pass as PDF, once it has a number',
  tag: 'documents',
  method: 'GET',
  path: downloadPassInvoicePath,
  params: PassDocumentParams,
  responses: { 200: content('application/pdf', 'PDF', pdf), 400: BadRequest, 404: Empty, 500: Unexpected },
})

export const downloadPassReceipt = call({
  operationId: 'downloadPassReceipt',
  summary: 'The receipt of an order of a pass as PDF, once it is paid and has no invoice number',
  tag: 'documents',
  method: 'GET',
  path: downloadPassReceiptPath,
  params: PassDocumentParams,
  responses: { 200: content('application/pdf', 'PDF', pdf), 400: BadRequest, 404: Empty, 500: Unexpected },
})

export const E_INVOICE_FORMATS = ['factur-x', 'ubl', 'fattura-pa'] as const
export type EInvoiceFormat = (typeof E_INVOICE_FORMATS)[number]

export const downloadEInvoice = call({
  operationId: 'downloadEInvoice',
  summary: 'The invoice, or its latest credit note, as XML, for the books of the organiser; or the one that is named',
  tag: 'organiser',
  method: 'GET',
  path: downloadEInvoicePath,
  params: Type.Object({ reservationId: ReservationId, format: OneOf(E_INVOICE_FORMATS) }),
  query: Type.Object({
    document: Type.Optional(OneOf(['INVOICE', 'CREDIT_NOTE'])),
    number: Type.Optional(Text(MAX_NAME_LENGTH)),
  }),
  responses: {
    200: content('application/xml', 'XML', Type.String({ contentMediaType: 'application/xml' })),
    400: BadRequest,
    403: Denied,
    404: Empty,
  },
})

/** Refused without an invoice, once credited, and when an attendee has been let in. */
export const creditReservation = call({
  operationId: 'creditReservation',
  summary: 'Cancel an order that has an invoice: tickets are given back, the buyer gets a credit note',
  tag: 'organiser',
  method: 'PUT',
  path: creditReservationPath,
  params: Type.Object({ reservationId: ReservationId }),
  responses: { 200: Type.Object({ creditNoteNumber: Type.String() }), 400: BadRequest, 403: Denied },
})

/** What there is to keep of a bought pass. The reference has no such calls. `id` is that of the pass on sale. */

const BoughtPassParams = Type.Object({ id: Text(), reservationId: ReservationId })

export const downloadPass = call({
  operationId: 'downloadPass',
  summary: 'The bought pass as PDF; only while it is good',
  tag: 'documents',
  method: 'GET',
  path: downloadPassPath,
  params: BoughtPassParams,
  responses: {
    200: content('application/pdf', 'The pass', Type.String({ contentMediaType: 'application/pdf' })),
    400: BadRequest,
    404: Empty,
    500: Unexpected,
  },
})

/** `locale` and `type` as of the calendar of an event. */
export const getPassCalendar = call({
  operationId: 'getPassCalendar',
  summary: 'The last day of a bought pass as an iCalendar file, or a redirect to the form of a web calendar',
  tag: 'documents',
  method: 'GET',
  path: passCalendarPath,
  params: Type.Object({ id: Text(), reservationId: ReservationId, locale: Lang }),
  query: Type.Object({ type: Type.Optional(Type.String({ maxLength: MAX_ID_LENGTH })) }),
  responses: { 200: content('text/calendar', 'One VEVENT'), 302: Empty, 400: BadRequest, 404: Empty },
})
