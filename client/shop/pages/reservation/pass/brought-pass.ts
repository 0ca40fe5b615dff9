import { isUuid } from '#domain/uuid.ts'
import type { OpenReservation } from '../frame/open-reservation.ts'
import { applyPass } from './apply-pass.ts'

/**
 * A pass that the address brings along, from the list of its events, is applied before the overview is shown; whatever comes of
 * it, the order goes on (specification, booking 4).
 */
export async function applyBroughtPass(
  { place, context }: Pick<OpenReservation, 'place' | 'context'>,
  email: string,
): Promise<void> {
  const brought = new URLSearchParams(location.search).get('subscription') ?? ''
  if (context.canApplySubscriptions && isUuid(brought)) {
    await applyPass({ id: place.reservationId, email }, brought)
  }
}
