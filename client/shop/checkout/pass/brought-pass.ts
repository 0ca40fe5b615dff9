import { server } from '#client/frame/calls/server.ts'
import { subscriptionsPath } from '#contract/paths.ts'
import { isUuid } from '#domain/foundation/uuid.ts'
import type { OpenReservation } from '../frame/open-reservation.ts'
import { applyPass } from './apply-pass.ts'

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
