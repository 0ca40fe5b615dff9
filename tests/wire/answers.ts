import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { type ResponseOf, type Call, type Content, Empty, type StatusOf, isContent } from '#contract/call.ts'
import { Denied } from '#contract/organiser.ts'
import { EmptyOrBadRequest, TryAgain } from '#contract/wrapper.ts'
import { isJson } from './open-api.ts'

/** An HTTP answer as `fetch` or the server's own `inject` returns it. */
export type HttpAnswer =
  | Response
  | { readonly statusCode: number; readonly headers: Readonly<Record<string, unknown>>; readonly body: string }

const MAY_BE_EMPTY: readonly TSchema[] = [EmptyOrBadRequest, Denied]

/**
 * Throws unless the answer is one that the contract of this call allows: a known status, the right media type, no
 * member missing and none that the schema doesn't name. Returns the JSON value, or undefined for an empty body.
 */
export async function assertAnswer(call: Call, answer: HttpAnswer): Promise<unknown> {
  const { status, mediaType, body } = await received(answer)
  const complain = (what: string): never => {
    throw new Error(`${call.method} ${call.path} answered ${status}: ${what}\n${body.slice(0, 2_000)}`)
  }
  const expected = call.responses[status] ?? (status === 503 ? TryAgain : undefined)
  if (expected === undefined) return complain('a status that its contract does not know')
  if (isContent(expected)) return isAllowedMedia(expected, mediaType) ? body : complain(`media type ${mediaType}`)
  if (expected === Empty) return body === '' ? undefined : complain('a body where none belongs')
  if (MAY_BE_EMPTY.includes(expected) && body === '') return undefined
  if (mediaType !== 'application/json') return complain(`media type ${mediaType} instead of JSON`)

  const fault = faultOfJson(expected, body)
  return fault === undefined ? JSON.parse(body) : complain(fault)
}

/** What is wrong with a JSON text by its schema: it can't be read, a member is missing, wrong, or one that the schema doesn't name. */
export function faultOfJson(schema: TSchema, body: string): string | undefined {
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    return 'this is no JSON'
  }
  const problems = Value.Errors(closed(schema), value)
  if (problems.length === 0) return undefined
  return problems.map(({ instancePath, message }) => `${instancePath || '(all)'} ${message}`).join('; ')
}

/** As `assertAnswer`, for one status only; the value has its type. */
export async function answerOf<C extends Call, Status extends StatusOf<C>>(
  call: C,
  status: Status,
  answer: HttpAnswer,
): Promise<ResponseOf<C, Status>> {
  const value = await assertAnswer(call, answer)
  const actual = 'statusCode' in answer ? answer.statusCode : answer.status
  if (!isOfStatus<C, Status>(value, actual, status)) {
    throw new Error(`${call.method} ${call.path} answered ${actual} instead of ${status}: ${JSON.stringify(value)}`)
  }
  return value
}

/** The decoding edge: `assertAnswer` has checked the value against the schema of its status. */
function isOfStatus<C extends Call, Status extends StatusOf<C>>(
  _value: unknown,
  actual: number,
  status: Status,
): _value is ResponseOf<C, Status> {
  return actual === status
}

async function received(answer: HttpAnswer): Promise<{ status: number; mediaType: string; body: string }> {
  if ('statusCode' in answer) {
    return { status: answer.statusCode, mediaType: bare(answer.headers['content-type']), body: answer.body }
  }
  return { status: answer.status, mediaType: bare(answer.headers.get('content-type')), body: await answer.text() }
}

const bare = (contentType: unknown): string =>
  (typeof contentType === 'string' ? (contentType.split(';')[0] ?? '') : '').trim()

const isAllowedMedia = ({ content }: Content, mediaType: string): boolean =>
  Object.keys(content).some(allowed => isOfType(mediaType, allowed))

/** Is a media type, without its parameters, the one that is allowed, or one of those (`image/*`)? */
export function isOfType(mediaType: string, allowed: string): boolean {
  const pattern = bare(allowed)
  return pattern.endsWith('/*') ? mediaType.startsWith(pattern.slice(0, -1)) : mediaType === pattern
}

/** The schema with every object closed that doesn't say itself what else it may carry. */
function closed(schema: TSchema): TSchema {
  const cached = closedSchemas.get(schema)
  if (cached) return cached
  const result = closedDeep(schema)
  if (!isJson(result)) throw new Error('a schema is an object')
  closedSchemas.set(schema, result)
  return result
}

const closedSchemas = new WeakMap<TSchema, TSchema>()

function closedDeep(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(closedDeep)
  if (!isJson(part)) return part
  const inner = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, closedDeep(value)]))
  return 'properties' in part && !('additionalProperties' in part) ? { ...inner, additionalProperties: false } : inner
}
