import { Type, type Static } from 'typebox'
import { ReservationParams } from './booking.ts'
import { Empty, call, content } from './call.ts'
import { transferCodePath, transferPath } from './order-paths.ts'
import { Nullable, OneOf } from './schema.ts'
import { Unexpected } from './wrapper.ts'

/** What a transfer is made with, beside what the wire says of it; calls of this shop only. */

export const TRANSFER_CODES = ['SWISS', 'EPC'] as const

export const Transfer = Type.Object({
  reference: Nullable(
    Type.String({ description: 'Of a QR-IBAN, which takes no transfer without it; in groups, as people read it' }),
  ),
  code: Nullable(OneOf(TRANSFER_CODES)),
})
export type Transfer = Static<typeof Transfer>

export const getTransfer = call({
  operationId: 'getTransfer',
  summary: 'The reference and the code of a transfer that an order awaits',
  tag: 'reservation',
  method: 'GET',
  path: transferPath,
  params: ReservationParams,
  responses: { 200: Transfer, 404: Empty, 500: Unexpected },
})

const svg = Type.String({ contentMediaType: 'image/svg+xml' })

export const getTransferCode = call({
  operationId: 'getTransferCode',
  summary: 'The transfer as a code that banking apps read: a Swiss QR code, or that of the EPC',
  tag: 'reservation',
  method: 'GET',
  path: transferCodePath,
  params: ReservationParams,
  responses: { 200: content('image/svg+xml', 'The code', svg), 404: Empty, 500: Unexpected },
})
