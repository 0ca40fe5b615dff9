import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import helmet from '@fastify/helmet'
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type ConnectionError,
  type FastifyReply,
} from 'fastify'
import type { Config } from '#server/config/config.ts'
import type { Clock } from '../context.ts'
import type { Database } from '../database/database.ts'
import { JSON_TYPE } from './answer.ts'
import { USUAL_BODY_LIMIT, limitBodies } from './body-limits.ts'
import { TooManyRequests, limitRates } from './rate-limit.ts'
import { keepAnswersSecret } from './secret-answers.ts'
import type { SessionKeys } from './session.ts'
import { refuseUnstorable } from './unstorable.ts'
import { recogniseVisitors } from './visitor.ts'

export type ServerOptions = {
  readonly config: Config
  readonly db: Database
  readonly clock: Clock
  readonly keys: SessionKeys
  readonly logger: FastifyBaseLogger
}

/** What every request meets: limits, headers, sessions, and the one place where failures become answers. */
export async function openServer({ config, db, clock, keys, logger }: ServerOptions): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: believedProxies(config),
    bodyLimit: USUAL_BODY_LIMIT,
    genReqId: () => randomUUID(),
    return503OnClosing: true,
    routerOptions: { maxParamLength: 300 },
    // An address that can't be decoded reaches no route, and is answered like every other mistake.
    frameworkErrors: answerFailure,
    clientErrorHandler: answerUnreadable,
    ajv: { customOptions: { coerceTypes: 'array', useDefaults: true, removeAdditional: false, allowUnionTypes: true } },
  })
  limitBodies(app)
  readEmptyBodies(app)
  await app.register(cookie)
  await app.register(formbody)
  await app.register(compress, {
    global: true,
    threshold: 1024,
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
  refuseUnstorable(app)
  keepAnswersSecret(app)
  recogniseVisitors(app, { clock, keys, isSecure: config.baseUrl.startsWith('https:') })
  app.setErrorHandler(answerFailure)
  return app
}

/** Quality 4, the usual one, takes twice the time to save 3 % of a page; pages are compressed anew for each visitor. */
const QUICK_BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } }

/** What is no request we could read never becomes one: it is answered on the connection, which then ends. */
function answerUnreadable(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, reason] = UNREADABLE[error.code] ?? ['400 Bad Request', 'this is no request']
  const body = JSON.stringify(`bad request: ${reason}`)
  const head = [`content-type: ${JSON_TYPE}`, `content-length: ${Buffer.byteLength(body)}`, 'connection: close']
  socket.end(`HTTP/1.1 ${status}\r\n${head.join('\r\n')}\r\n\r\n${body}`)
}

const UNREADABLE: Readonly<Record<string, readonly [status: string, reason: string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'address and headers are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'it came too slowly'],
}

type Believed = string[] | ((address: string, hop: number) => boolean)

/** X-Forwarded-For is believed when it comes from this machine, where the proxy often is, or from where TRUST_PROXY says. */
function believedProxies({ trustProxy }: Config): Believed {
  return typeof trustProxy === 'number' ? (_, hop) => hop < trustProxy : ['loopback', ...trustProxy]
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

/** What a caller did wrong is told; what we did wrong is logged with its request and answered in three words. */
function answerFailure(error: FastifyError, request: { log: FastifyBaseLogger; url: string }, reply: FastifyReply) {
  const status = error.statusCode ?? 500
  reply.type(JSON_TYPE)
  if (error instanceof TooManyRequests) {
    reply.header('Retry-After', String(error.seconds))
    return reply.code(429).send(JSON.stringify('too many requests'))
  }
  if (status >= 400 && status < 500) return reply.code(status).send(JSON.stringify(`bad request: ${error.message}`))
  request.log.error({ err: error, path: pathWithoutIds(request.url) }, 'request failed')
  return reply.code(500).send(JSON.stringify('unexpected exception'))
}

/** Ids of reservations and tickets and hashes of codes are secrets: the log keeps their first characters only. */
function pathWithoutIds(url: string): string {
  return (url.split('?')[0] ?? '').replace(/([0-9a-f]{8})(-[0-9a-f-]{27}|[0-9a-f]{56})/gi, '$1…')
}
