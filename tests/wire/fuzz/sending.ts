import { ACCESS_DENIED } from '#contract/organiser.ts'
import type { FastifyInstance, InjectOptions } from 'fastify'
import type { TSchema } from 'typebox'
import { faultOfJson, isOfType } from '../answers.ts'
import type { Credentials } from '../who-may/people.ts'
import type { Values } from '../who-may/subjects.ts'
import { REACHED, renamed } from './examples.ts'
import type { Operation } from './published.ts'
import type { Payload, Planned } from './requests.ts'

/** Every answer comes within this; a page of documents takes a second. */
const PATIENCE_MS = 20_000

export type Answered = { readonly status: number; readonly fault?: string }

/** Sends a request, and says what is wrong with the answer in a line from which the request can be sent again. */
export async function send(
  app: FastifyInstance,
  planned: Planned,
  { values, headers }: { readonly values: Values; readonly headers: Credentials },
): Promise<Answered> {
  const nameOf = (text: string): string => (text.startsWith(':') ? (values[text.slice(1)] ?? text) : text)
  const { operation, params, query, payload } = planned
  const path = operation.path.replaceAll(/:(\w+)|\*/g, (all, name = all) => nameOf(params[name] ?? ''))
  const search = query.map(([name, value]) => `${name}=${nameOf(value)}`).join('&')
  const url = search === '' ? path : `${path}?${search}`
  const request: InjectOptions = {
    method: operation.method,
    url,
    ...payloadOf(payload, nameOf),
  }
  const answer = await withinTime(
    app.inject({
      ...request,
      headers: { host: 'tickets.example.org', ...planned.headers, ...request.headers, ...headers },
    }),
  )
  const fault = answer === undefined ? 'no answer' : faultOf(operation, answer)
  const described = `${operation.method} ${url.slice(0, 300)} by ${planned.caller}: ${JSON.stringify(request.payload ?? '').slice(0, 500)}`
  return {
    status: answer?.statusCode ?? 0,
    ...(fault !== undefined && {
      fault: `${described}\n  → ${answer?.statusCode} ${answer?.body.slice(0, 200)}\n  → ${fault}`,
    }),
  }
}

function payloadOf(payload: Payload, nameOf: (text: string) => string): Pick<InjectOptions, 'payload' | 'headers'> {
  switch (payload.kind) {
    case 'none':
      return {}
    case 'json':
      return {
        payload: JSON.stringify(renamed(payload.value, nameOf)) ?? '',
        headers: { 'content-type': 'application/json' },
      }
    case 'bytes':
      return {
        payload: payload.text,
        headers: payload.type === undefined ? {} : { 'content-type': payload.type },
      }
    default:
      return payload satisfies never
  }
}

async function withinTime<T>(answer: Promise<T>): Promise<T | undefined> {
  const ended = new AbortController()
  const late = new Promise<undefined>(resolve => {
    const timer = setTimeout(() => resolve(undefined), PATIENCE_MS)
    ended.signal.addEventListener('abort', () => clearTimeout(timer))
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    ended.abort()
  }
}

type Answer = Awaited<ReturnType<FastifyInstance['inject']>>

/** What no caller must be shown: files and lines of the program, and words of the database. */
const INTERNALS = /\n\s+at |node_modules|\.(ts|js|mjs):\d+|violates|relation "|syntax error at|SQLSTATE|duplicate key/

const isText = (type: string): boolean => !type.startsWith('image/') && type !== 'application/pdf'

/** An empty body is allowed where the schema takes null and any text, and for a denial, which says so; such a body is no JSON. */
const mayBeEmpty = (schema: TSchema): boolean =>
  (faultOfJson(schema, 'null') === undefined && faultOfJson(schema, '""') === undefined) || isDenial(schema)

/** It takes the words of a denial, and not any text. */
const isDenial = (schema: TSchema): boolean =>
  faultOfJson(schema, JSON.stringify(ACCESS_DENIED)) === undefined && faultOfJson(schema, '""') !== undefined

/** What is wrong with an answer by the published description of the call; nothing where it is as it should be. */
function faultOf({ path, answers }: Operation, { statusCode, headers, body }: Answer): string | undefined {
  const type = String(headers['content-type'] ?? '').split(';')[0] ?? ''
  // A format that the call does not write is 501 where its document says so (oEmbed).
  if (statusCode >= 500 && !(statusCode === 501 && answers.has(501))) return 'a failure of ours'
  const internal = isText(type) ? INTERNALS.exec(body) : null
  if (internal) return `what is ours alone: ${internal[0]}`
  // A value that no place in an address can have leads elsewhere.
  if (headers[REACHED] !== undefined && headers[REACHED] !== path) return undefined
  const media = answers.get(statusCode)
  if (!media) return 'a status that the document does not name'
  if (media.size === 0) return body === '' ? undefined : 'a body where none belongs'
  if (body === '' && [...media.values()].some(mayBeEmpty)) return undefined
  const schema = [...media].find(([allowed]) => isOfType(type, allowed))
  if (!schema) return `media type ${type} instead of ${[...media.keys()].join(', ')}`
  return type === 'application/json' ? faultOfJson(schema[1], body) : undefined
}
