import type { IntendedDifferences } from './intended-differences.ts'

/** Where what organisers read of orders and attendees differs from the reference documents. */
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
]
