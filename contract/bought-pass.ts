import { Type } from 'typebox'
import { Empty, call, content } from './call.ts'
import { downloadPassPath } from './paths.ts'
import { Text } from './schema.ts'
import { ReservationId } from './shared.ts'
import { BadRequest, Unexpected } from './wrapper.ts'

/** What there is to keep of a bought pass. The reference has no such calls. `id` is that of the pass on the shelf. */

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
