import { Type, type Static } from 'typebox'
import { Empty, call } from './call.ts'
import { MAX_INTEGER } from './limits.ts'
import { reserveTicketsPath } from './paths.ts'
import { ListOf, Maybe, Text, Whole } from './schema.ts'
import { Lang, ShortName } from './shared.ts'
import { BadRequest, ChallengeOrForbidden, TooManyRequests, Unexpected, ValidatedString } from './wrapper.ts'

/** `amount` is the older name of `quantity`; both count tickets. Entries without a positive count are ignored. */
export const TicketSelection = Type.Object({
  ticketCategoryId: Maybe(Whole),
  amount: Maybe(Whole),
  quantity: Maybe(Whole),
})
export type TicketSelection = Static<typeof TicketSelection>

/** Here the two differ: `quantity` counts (1 when left out), `amount` is money in currency units. */
export const AdditionalServiceSelection = Type.Object({
  additionalServiceId: Maybe(Whole),
  quantity: Type.Optional(
    Type.Unsafe<number | null>({ type: ['integer', 'null'], default: 1, minimum: -MAX_INTEGER, maximum: MAX_INTEGER }),
  ),
  amount: Maybe(Type.Number()),
})
export type AdditionalServiceSelection = Static<typeof AdditionalServiceSelection>

export const ReservationForm = Type.Object({
  reservation: Maybe(ListOf(TicketSelection)),
  additionalService: Maybe(ListOf(AdditionalServiceSelection)),
  captcha: Maybe(Text()),
  promoCode: Maybe(Text()),
  /** Ours alone: the id of an open reservation of the same event, in whose place the new one is wanted. */
  replaces: Maybe(Text()),
})
export type ReservationForm = Static<typeof ReservationForm>

/** The proof of a passed robot check; the answer 403 says when it is wanted. */
export const Verification = Type.Object({ 'Alfio-Verification': Type.Optional(Type.String()) })

/** The name under which refusals of the form are global. */
export const RESERVATION_FORM = 'reservationForm'

/** Holds the selected tickets; the value is the id of the new reservation. */
export const reserveTickets = call({
  operationId: 'reserveTickets',
  summary: 'Hold the selected tickets',
  tag: 'events',
  method: 'POST',
  path: reserveTicketsPath,
  params: Type.Object({ shortName: ShortName }),
  query: Type.Object({ lang: Lang }),
  headers: Verification,
  body: ReservationForm,
  responses: {
    200: ValidatedString,
    400: BadRequest,
    403: ChallengeOrForbidden,
    404: Empty,
    422: ValidatedString,
    429: TooManyRequests,
    500: Unexpected,
  },
})
