import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { TryAgain } from '#server/foundation/database/try-again.ts'
import { WorkPutOff } from '#server/foundation/heavy-work/heavy-worker.ts'
import type { Texts } from '#server/foundation/language/texts.ts'
import { atMostEvery } from '#server/foundation/base/time.ts'
import { textInLog } from '#server/foundation/base/log.ts'
import { JSON_TYPE } from '#server/foundation/http/answer.ts'
import { TooManyRequests } from '#server/foundation/http/rate-limit.ts'
import { FAILED, TRY_AGAIN, isByReader, sendPlainPage } from '#server/foundation/http/plain-page.ts'

/** When the database is back, callers are to come within the second after, and not all in the same moment. */
const RETRY_AFTER_SECONDS = 2

/** What waits for its turn takes two seconds at most for each. */
const TURN_SECONDS = 10

type Failed = Error & Partial<Pick<FastifyError, 'statusCode' | 'code'>>

/**
 * A mistake of the caller is answered with its reason; a request that the shop can't serve at the moment with when to
 * retry; a fault of ours is logged with its request and answered in two words.
 */
export function failureAnswers(texts: Texts) {
  const isLogged = atMostEvery(1000)
  return (error: Failed, request: FastifyRequest, reply: FastifyReply) => {
    const status = error.statusCode ?? 500
    reply.type(JSON_TYPE)
    if (error instanceof TooManyRequests) {
      reply.header('Retry-After', String(error.seconds))
      return reply.code(429).send(JSON.stringify('too many requests'))
    }
    if (error instanceof WorkPutOff) return answerPutOff(error, { request, reply, texts })
    if (error instanceof TryAgain) {
      // While the database is away, or full, each request says the same.
      if (error.reason === 'busy' || isLogged()) logTryAgain(error, request)
      return answerTryAgain(error, { request, reply, texts })
    }
    if (OUT_OF_ROOM.has(error.code ?? '')) {
      if (isLogged()) request.log.error({ err: error, path: pathInLog(request) }, 'no room on the machine')
      return answerLater({ request, reply, texts }, NO_ROOM)
    }
    if (status >= 400 && status < 500) return reply.code(status).send(JSON.stringify(`bad request: ${error.message}`))
    request.log.error({ err: error, method: request.method, path: pathInLog(request) }, 'request failed')
    reply.code(500)
    if (isByReader(request)) return sendPlainPage(request, reply.header('Cache-Control', 'no-store'), texts, FAILED)
    return reply.send(JSON.stringify('unexpected exception'))
  }
}

type Exchange = { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly texts: Texts }

function answerTryAgain(error: TryAgain, exchange: Exchange) {
  const { method } = exchange.request
  const isUnknown = error.isOutcomeUnknown && method !== 'GET' && method !== 'HEAD'
  return answerLater(exchange, isUnknown ? OUTCOME_UNKNOWN : NOTHING_DONE)
}

/** The machine of the shop has no room for a file, or no more files at once. */
const OUT_OF_ROOM: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE'])

function answerLater({ request, reply, texts }: Exchange, sentence: string) {
  reply.code(503).header('Retry-After', String(RETRY_AFTER_SECONDS)).header('Cache-Control', 'no-store')
  if (isByReader(request)) return sendPlainPage(request, reply, texts, TRY_AGAIN)
  return reply.send(JSON.stringify(sentence))
}

/** A caller whose work waits already is asked to wait, and one whom a busy machine kept waiting to try again. */
function answerPutOff(error: WorkPutOff, exchange: Exchange) {
  const { request, reply, texts } = exchange
  request.log.warn({ reason: error.reason, path: pathInLog(request) }, error.message)
  if (error.reason === 'machine') return answerLater(exchange, NOTHING_DONE)
  reply.code(429).header('Retry-After', String(TURN_SECONDS)).header('Cache-Control', 'no-store')
  if (isByReader(request)) return sendPlainPage(request, reply, texts, TRY_AGAIN)
  return reply.send(JSON.stringify('too many requests'))
}

const NOTHING_DONE = 'try again: the shop is busy, has no room or has just lost its database, and nothing was changed'
const NO_ROOM = 'try again: the machine of the shop has no room for this; look before you ask again'
const OUTCOME_UNKNOWN =
  'try again: the shop has lost its database while it did this, which may have been done; look before you ask again'

function logTryAgain(error: TryAgain, request: FastifyRequest): void {
  request.log.warn({ reason: error.reason, code: error.code, path: pathInLog(request) }, error.message)
}

/**
 * The route's pattern, so that nothing that was typed is logged; a page's path, whose ids are secrets, without those.
 */
function pathInLog({ url, routeOptions }: Pick<FastifyRequest, 'url' | 'routeOptions'>): string {
  return routeOptions.url ?? textInLog(url.split('?')[0] ?? '')
}
