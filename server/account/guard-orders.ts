import type { FastifyInstance } from 'fastify'
import { isOfOneBuyer } from '#contract/common-responses.ts'
import { reservationId } from '#domain/reservation/reservation.ts'
import type { Database } from '#server/database/database.ts'
import { JSON_TYPE } from '#server/http/answer.ts'
import { accountOf } from './recognise.ts'
import { ownerOfOrder } from './store.ts'

const DENIED = JSON.stringify('Access to this reservation has been denied')

/**
 * An order that is somebody's answers to nobody else, on every call but that of its status (lifecycle H). Where nobody can sign in,
 * nobody could show whose it is: then an id opens it, as it does without owner.
 */
export function guardOrders(app: FastifyInstance, db: Database, isSignInOffered: () => Promise<boolean>): void {
  app.addHook('preValidation', async (request, reply) => {
    if (!isOfOneBuyer(request.routeOptions.url ?? '')) return
    const { reservationId: text = '' } = request.params as { reservationId?: string }
    const id = reservationId(text)
    if (!id || !(await isSignInOffered())) return
    const owner = await ownerOfOrder(db, id)
    if (!owner || owner === accountOf(request)?.id) return
    return reply.code(401).type(JSON_TYPE).send(DENIED)
  })
}
