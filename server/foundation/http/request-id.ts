import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { inRequest } from '#server/foundation/base/current-request.ts'
import type { IsBelieved } from './believed-proxies.ts'

export const REQUEST_ID_HEADER = 'X-Request-Id'

/** As proxies write them: nothing that could break a line of a log, or fill one. */
const SANE = /^[\w.-]{1,64}$/

type Arriving = {
  readonly headers: IncomingHttpHeaders
  readonly socket: { readonly remoteAddress?: string | undefined }
}

/** Names each request: as a believed proxy has named it already, else by chance. */
export function requestIds(isBelieved: IsBelieved) {
  return ({ headers, socket }: Arriving): string => {
    const given = headers['x-request-id']
    const isTaken = typeof given === 'string' && SANE.test(given) && isBelieved(socket.remoteAddress ?? '', 0)
    return isTaken ? given : randomUUID()
  }
}

/** Every answer states the id of its request, as do its log lines. Comes before any hook that may refuse a request. */
export function tellRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID_HEADER, request.id)
    inRequest(request.id, done)
  })
}
