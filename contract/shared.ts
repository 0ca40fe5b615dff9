import { Type, type Static } from 'typebox'
import { UUID_PATTERN } from '#domain/foundation/uuid.ts'
import { MAX_ID_LENGTH, MAX_NAME_LENGTH } from './limits.ts'

/** Parts that several features use. */

/** Short name of an event in a path. */
export const ShortName = Type.String({ minLength: 1, maxLength: MAX_NAME_LENGTH })
/** A reservation id in a path, compared as text: whatever is not known is not found. */
export const ReservationId = Type.String({ minLength: 1, maxLength: MAX_ID_LENGTH })
/** The public id of a pass in a path, compared as text: whatever is not known is not found. */
export const SubscriptionId = Type.String({ minLength: 1, maxLength: MAX_ID_LENGTH })
/** The public id of a ticket in a path. */
export const TicketIdentifier = Type.String({ format: 'uuid', pattern: UUID_PATTERN })
/** A language in a path or a query. */
export const Lang = Type.String({ minLength: 1, maxLength: MAX_ID_LENGTH })

export const Language = Type.Object({
  locale: Type.String({ pattern: '^[a-z]{2}$' }),
  displayLanguage: Type.String({ description: 'In its own language' }),
})
export type Language = Static<typeof Language>

/** Epoch milliseconds and SECONDS east of UTC; 0 where there is no date. */
export const DatesWithTimeZoneOffset = Type.Object({
  startDateTime: Type.Integer(),
  startTimeZoneOffset: Type.Integer(),
  endDateTime: Type.Integer(),
  endTimeZoneOffset: Type.Integer(),
})
export type DatesWithTimeZoneOffset = Static<typeof DatesWithTimeZoneOffset>

export const CurrencyDescriptor = Type.Object({
  code: Type.String({ pattern: '^[A-Z]{3}$' }),
  name: Type.String({ description: 'In English' }),
  symbol: Type.String({ description: 'The code where there is no symbol' }),
  fractionDigits: Type.Integer(),
})
export type CurrencyDescriptor = Static<typeof CurrencyDescriptor>
