import { Type } from 'typebox'
import { Empty, call, content } from './call.ts'
import { MAX_ID_LENGTH } from './limits.ts'
import { downloadPassPath, passCalendarPath } from './document-paths.ts'
import { Text } from './schema.ts'
import { Lang, ReservationId } from './shared.ts'
import { BadRequest, Unexpected } from './wrapper.ts'

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
