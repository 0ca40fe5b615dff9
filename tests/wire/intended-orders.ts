import type { IntendedDifferences } from './intended-differences.ts'

/** A member of a ticket, by itself and in its order. */
const ofTickets = (name: string): string[] => [
  `GET /api/v2/public/event/{eventName}/ticket/{ticketIdentifier}/full answer 200 application/json .tickets[].${name}: not in the reference`,
  `GET /api/v2/public/reservation/{reservationId} answer 200 application/json .ticketsByCategory[].tickets[].${name}: not in the reference`,
]

/** Where orders and their tickets differ from the reference documents. */
export const orderDifferences: readonly IntendedDifferences[] = [
  {
    reason: 'The reference names the statuses of an order in another document, to which it refers in words.',
    differences: [
      'GET /api/v1/admin/{purchaseContextType}/{publicIdentifier}/reservation/{id} answer 200 application/json .status: only CANCELLED COMPLETE CREDIT_NOTE_ISSUED DEFERRED_OFFLINE_PAYMENT EXTERNAL_PROCESSING_PAYMENT FINALIZING IN_PAYMENT OFFLINE_FINALIZING OFFLINE_PAYMENT PENDING STUCK WAITING_EXTERNAL_CONFIRMATION',
    ],
  },
  {
    reason: 'A fault of ours is answered alike by every call, and is no answer that one of them promises.',
    differences: ['GET /api/v1/admin/event/{slug}/check-in-log answer 500: missing'],
  },
  {
    reason: 'A visitor who has joined a waiting list sees the place and gives it up on the page.',
    differences: [
      'POST /api/v2/public/event/{shortName}/waiting-list/join: not in the reference',
      'GET /api/v2/public/waiting-list/{key}: not in the reference',
      'DELETE /api/v2/public/waiting-list/{key}: not in the reference',
    ],
  },
  {
    reason: 'Before a sale a visitor leaves an address for one mail when it begins.',
    differences: [
      'POST /api/v2/public/event/{shortName}/sale-notice: not in the reference',
      'DELETE /api/v2/public/sale-notice/{key}: not in the reference',
    ],
  },
  {
    reason: 'What a buyer has typed and not sent is there in another tab and on another device.',
    differences: [
      'GET /api/v2/public/reservation/{reservationId}/draft: not in the reference',
      'PUT /api/v2/public/reservation/{reservationId}/draft: not in the reference',
    ],
  },
  {
    reason: 'A transfer has a code for banking apps, and a QR-IBAN a reference without which it takes none.',
    differences: [
      'GET /api/v2/public/reservation/{reservationId}/transfer: not in the reference',
      'GET /api/v2/public/reservation/{reservationId}/transfer/code.svg: not in the reference',
    ],
  },
  {
    reason: 'An order and a ticket that have ended say so to any visitor with their link.',
    differences: [
      'GET /api/v2/public/reservation/{reservationId}/end: not in the reference',
      'GET /api/v2/public/reservation/{reservationId}/changes: not in the reference',
      'GET /api/v2/public/reservation/{reservationId}/end/document/{documentId}: not in the reference',
      'GET /api/v2/public/event/{eventName}/ticket/{ticketIdentifier}/ended: not in the reference',
    ],
  },
  {
    reason:
      'So that an order says which of its tickets went to another address, and is its new holder’s alone (decision 55).',
    differences: ofTickets('passedOn'),
  },
  {
    reason: 'The page of a ticket writes in words of its own from when on an online event opens, from a moment.',
    differences: ofTickets('onlineCheckInAt'),
  },
]
