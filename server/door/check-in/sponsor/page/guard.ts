import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { may } from '#domain/access/principal/principal.ts'
import type { Shop } from '#server/catalog/context.ts'
import { keyIn, refuse } from '../../door-key/guard.ts'
import { type OpenedSponsor, sponsorWithKey } from './key-store.ts'

const opened = new WeakMap<FastifyRequest, OpenedSponsor>()

/**
 * A hook for the calls of the page of a sponsor: 401 without a key that is good now. No answer is kept on the way. The key is of
 * 256 bits, so that none is found by trying.
 */
export function onlyForSponsor({ db, clock }: Pick<Shop, 'db' | 'clock'>): onRequestAsyncHookHandler {
  return async (request, reply) => {
    reply.header('Cache-Control', 'no-store')
    const key = keyIn('sponsorkey', request.headers.authorization)
    const sponsor = key === undefined ? undefined : await sponsorWithKey(db, key, clock.now())
    if (!sponsor || !may(sponsor.principal, 'collect-leads', sponsor.principal)) return refuseSponsor(reply)
    opened.set(request, sponsor)
  }
}

/** The sponsor of the key; only behind `onlyForSponsor`. */
export function sponsorOf(request: FastifyRequest): OpenedSponsor {
  const sponsor = opened.get(request)
  if (!sponsor) throw new Error(`${request.url} is not guarded by the key of a sponsor`)
  return sponsor
}

export const refuseSponsor = (reply: FastifyReply): FastifyReply =>
  refuse(reply, 401, 'no key of a sponsor that is good')
