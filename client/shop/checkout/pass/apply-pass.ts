import { type WireProblem, explain, problemFromWire } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { applyCodePath } from '#contract/order-paths.ts'
import { subscriptionsPath } from '#contract/paths.ts'
import type { ReservationInfo } from '#contract/reservation.ts'
import { isUuid } from '#domain/foundation/uuid.ts'
import type { OpenReservation } from '../frame/open-reservation.ts'

/** No refusal of the wire: the pass is good, and not for this event or none of these tickets. */
const NOT_FOR_THESE: WireProblem = { field: '', code: 'foyer.pass.not-for-these', args: [] }

/**
 * Returns what was wrong with it. The buyer's address decides where several passes have the PIN (domain rules 7.2). A
 * refusal comes with a good status, and is shown with what was typed (specification, booking 5).
 */
export async function applyPass(
  { id: reservationId, email }: Pick<ReservationInfo, 'id' | 'email'>,
  typed: string,
): Promise<WireProblem | undefined> {
  const code = typed.trim()
  const answer = await server().call('POST', applyCodePath, {
    params: { reservationId },
    body: { code, email, type: 'SUBSCRIPTION' },
  })
  if (answer.kind !== 'done') return explain(answer)[0]
  const { value, validationErrors } = answer.value
  const [refused] = validationErrors.map(problemFromWire)
  if (refused) return { ...refused, args: refused.args.length > 0 ? refused.args : [code] }
  return value === true ? undefined : NOT_FOR_THESE
}

/**
 * A pass in the address, from the list of its events, is applied before the overview is shown; whatever comes of it,
 * the order goes on (specification, booking 4).
 */
export async function applyBroughtPass(
  { place, context }: Pick<OpenReservation, 'place' | 'context'>,
  email: string,
): Promise<void> {
  const brought = new URLSearchParams(location.search).get('subscription') ?? ''
  if (context.canApplySubscriptions && isUuid(brought) && !(await isOnOffer(brought))) {
    await applyPass({ id: place.reservationId, email }, brought)
  }
}

/** The address may name a pass on offer, whose events the visitor has viewed: it has no owner yet. */
async function isOnOffer(id: string): Promise<boolean> {
  const passes = await server().call('GET', subscriptionsPath, {})
  return passes.kind === 'done' && passes.value.some(pass => pass.id === id)
}
