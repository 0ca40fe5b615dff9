import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isOfOneBuyer } from '#contract/common-responses.ts'
import { type ReservationId, reservationId } from '#domain/order/reservation/reservation.ts'
import type { Database } from '#server/foundation/database/database.ts'
import { JSON_TYPE } from '#server/foundation/http/answer.ts'
import { accountOf } from './recognise.ts'
import { ownerOfOrder } from './store.ts'

const DENIED = JSON.stringify('Access to this reservation has been denied')

/**
 * An order with an owner answers only to its owner, on every call but that of its status (lifecycle H). Where sign-in
 * is not offered, no buyer could prove ownership: then an id opens it, as it does without owner.
 */
export function guardOrders(app: FastifyInstance, db: Database, isSignInOffered: () => Promise<boolean>): void {
  app.addHook('preValidation', async (request, reply) => {
    if (!isOfOneBuyer(request.routeOptions.url ?? '')) return
    const { reservationId: text = '' } = request.params as { reservationId?: string }
    const id = reservationId(text)
    if (!id || !(await isOfSomebodyElse(request, id, { db, isSignInOffered }))) return
    return reply.code(401).type(JSON_TYPE).send(DENIED)
  })
}

/** Has the order an owner with an account, other than the caller? */
export async function isOfSomebodyElse(
  request: FastifyRequest,
  id: ReservationId,
  { db, isSignInOffered }: { readonly db: Database; readonly isSignInOffered: () => Promise<boolean> },
): Promise<boolean> {
  if (!(await isSignInOffered())) return false
  const owner = await ownerOfOrder(db, id)
  return owner !== undefined && owner !== null && owner !== accountOf(request)?.id
}
