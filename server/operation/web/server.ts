import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import helmet from '@fastify/helmet'
import fastify, { type ConnectionError, type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { guardOrders, recogniseAccounts } from '#server/access/account/sessions.ts'
import type { Config } from '#server/foundation/config/config.ts'
import type { Database } from '#server/foundation/database/database.ts'
import type { Texts } from '#server/foundation/language/texts.ts'
import { JSON_TYPE, refuseWrongMethods } from '#server/foundation/http/answer.ts'
import { guardAnswers, guardEarlyAnswer, keepAnswersSecret } from './answer-policy.ts'
import { USUAL_BODY_LIMIT, limitBodies, refuseUnstorable } from './body.ts'
import { failureAnswers } from './failure.ts'
import { REQUEST_ID_HEADER, believedProxies, requestIds, sendRequestIds } from '#server/foundation/http/request.ts'
import { limitRates } from '#server/foundation/http/rate-limit.ts'
import { COMPRESSED_FROM } from '#server/foundation/http/kept-body.ts'
import { type Tracer, traceRequests } from '#server/operation/tracing/tracer.ts'
import { type VisitorOptions, recogniseVisitors } from '#server/foundation/http/visitor.ts'
import { compileAtFirstUse } from './schemas.ts'

type ServerOptions = {
  readonly config: Config
  readonly db: Database
  readonly texts: Texts
  readonly logger: FastifyBaseLogger
  readonly visitors: VisitorOptions
  /** Left out without tracing. */
  readonly tracer?: Tracer | undefined
}

/** What every request meets: limits, headers, sessions, and the one place where failures become answers. */
export async function openServer(options: ServerOptions): Promise<FastifyInstance> {
  const { config, db, texts, logger, visitors, tracer } = options
  const answerFailure = failureAnswers(texts)
  const isBelieved = believedProxies(config.trustProxy)
  const app = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: isBelieved,
    bodyLimit: USUAL_BODY_LIMIT,
    genReqId: requestIds(isBelieved),
    // While stopping, a connected client is still served, and asked to use another connection next.
    return503OnClosing: false,
    // Who sends half a request and no more is not waited for.
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: 5_000 },
    routerOptions: { maxParamLength: 300 },
    // An address that can't be decoded reaches no route, and is answered like every other mistake.
    frameworkErrors: (error, request, reply) => {
      guardEarlyAnswer(reply)
      return answerFailure(error, request, reply)
    },
    clientErrorHandler: answerUnreadable,
  })
  compileAtFirstUse(app)
  sendRequestIds(app)
  if (tracer) traceRequests(app, tracer, isBelieved)
  limitBodies(app)
  readEmptyBodies(app)
  await app.register(cookie)
  await app.register(formbody)
  await app.register(compress, {
    global: true,
    threshold: COMPRESSED_FROM,
    encodings: ['br', 'gzip'],
    brotliOptions: QUICK_BROTLI,
  })
  await app.register(helmet, {
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    // Images and calendar files may be shown by other sites.
    crossOriginResourcePolicy: false,
    hsts: config.mode === 'production' ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    xFrameOptions: { action: 'deny' },
  })
  await limitRates(app, db)
  refuseWrongMethods(app)
  refuseUnstorable(app)
  keepAnswersSecret(app)
  guardAnswers(app)
  recogniseVisitors(app, visitors)
  recogniseAccounts(app, { db, clock: visitors.clock })
  guardOrders(app, db, visitors.isSignInOffered)
  app.setErrorHandler(answerFailure)
  return app
}

/** Two megabytes, the most that is taken, by a slow line. */
const REQUEST_TIMEOUT_MS = 60_000
const HEADERS_TIMEOUT_MS = 15_000

/** Responses are smaller than this window of 128 kB; the usual one takes megabytes for each of them. */
const BROTLI_WINDOW_BITS = 17

/** Quality 4, the usual one, takes twice the time to save 3 % of a page; pages are compressed anew for each visitor. */
const QUICK_BROTLI = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW_BITS },
}

/** What is no request we could read never becomes one: it is answered on the connection, which then ends. */
function answerUnreadable(this: FastifyInstance, error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, reason] = UNREADABLE[error.code] ?? ['400 Bad Request', 'this is no request']
  const id = randomUUID()
  this.log.debug({ reqId: id, code: error.code }, 'unreadable request')
  const body = JSON.stringify(`bad request: ${reason}`)
  const head = [
    `content-type: ${JSON_TYPE}`,
    `content-length: ${Buffer.byteLength(body)}`,
    `${REQUEST_ID_HEADER}: ${id}`,
    'connection: close',
  ]
  socket.end(`HTTP/1.1 ${status}\r\n${head.join('\r\n')}\r\n\r\n${body}`)
}

const UNREADABLE: Readonly<Record<string, readonly [status: string, reason: string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'address and headers are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'it came too slowly'],
}

/** Clients announce JSON and send nothing where the body doesn't matter; that is no mistake. */
function readEmptyBodies(app: FastifyInstance): void {
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    const text = String(body)
    if (text.trim() === '') return done(null, undefined)
    try {
      return done(null, JSON.parse(text))
    } catch {
      return done(new MalformedJson())
    }
  })
}

class MalformedJson extends Error {
  readonly statusCode = 400
  constructor() {
    super('the body is not JSON')
  }
}
