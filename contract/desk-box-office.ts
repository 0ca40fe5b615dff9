import { Type, type Static } from 'typebox'
import { BOX_WAYS, Drawer } from './box-office.ts'
import { Empty, content } from './call.ts'
import { NotForRole, NotSignedIn, deskCall } from './desk-call.ts'
import { deskBoxOfficePath, deskBoxSalesFilePath } from './paths.ts'
import { OneOf, Whole } from './schema.ts'

/** The organiser's API, version 1: the money of the box offices of an event. Amounts are plain decimals. */

const OfEvent = Type.Object({ eventId: Whole })

const Sums = {
  sales: Type.Integer({ description: 'Not undone' }),
  amount: Type.String({ description: 'Of those; of orders that await their payment, too' }),
  awaited: Type.String({ description: 'Of those, what has not been paid yet' }),
  undone: Type.Integer(),
  returned: Type.String({ description: 'Returned for sales that were undone' }),
}

export const DeskBoxOffice = Type.Object({
  title: Type.String({ description: 'Of the event, in the language of the caller' }),
  timezone: Type.String(),
  currency: Type.String(),
  difference: Type.String({ description: 'Of all drawers that were counted' }),
  drawers: Type.Array(Drawer, { description: 'The latest first' }),
  byWay: Type.Array(Type.Object({ way: OneOf(BOX_WAYS), ...Sums })),
  byPerson: Type.Array(Type.Object({ person: Type.String(), way: OneOf(BOX_WAYS), ...Sums })),
  byCategory: Type.Array(
    Type.Object({
      categoryId: Type.Integer(),
      name: Type.String(),
      tickets: Type.Integer({ description: 'Of sales that are not undone' }),
      amount: Type.String(),
    }),
  ),
  byExtra: Type.Array(
    Type.Object({
      extraId: Type.Integer(),
      title: Type.String({ description: 'In the language of the caller' }),
      quantity: Type.Integer({ description: 'Of sales that are not undone' }),
      amount: Type.String(),
    }),
  ),
})
export type DeskBoxOffice = Static<typeof DeskBoxOffice>

export const readDeskBoxOffice = deskCall({
  operationId: 'readDeskBoxOffice',
  summary: 'The drawers of the doors of an event, and what was sold there by way of payment, by person and by category',
  method: 'GET',
  path: deskBoxOfficePath,
  params: OfEvent,
  responses: { 200: DeskBoxOffice, 401: NotSignedIn, 403: NotForRole, 404: Empty },
})

export const downloadBoxSales = deskCall({
  operationId: 'downloadBoxSales',
  summary: 'Each sale at the doors of an event as CSV, the earliest first',
  method: 'GET',
  path: deskBoxSalesFilePath,
  params: OfEvent,
  responses: { 200: content('text/csv', 'CSV'), 401: NotSignedIn, 403: NotForRole, 404: Empty },
})
