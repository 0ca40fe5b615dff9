import type { ErrorDescriptor, ValidatedResponse, WarningMessage } from '#contract/wrapper.ts'
import type { Problem } from '#domain/foundation/problem.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** The wrapper of a call that went well. */
export function validated<Value>(value: Value, warnings: readonly WarningMessage[] = []): ValidatedResponse<Value> {
  return { success: true, errorCount: 0, validationErrors: [], warnings: [...warnings], value }
}

/** The wrapper of a refusal, sent with 422. Problems without a field name the whole form as their field. */
export function refusal<Value>(
  problems: readonly Problem[],
  { form, value }: { form: string; value: Value },
): ValidatedResponse<Value> {
  return {
    success: false,
    errorCount: problems.length,
    validationErrors: problems.map(problem => describe(problem, form)),
    warnings: [],
    value,
  }
}

function describe({ code, field, args }: Problem, form: string): ErrorDescriptor {
  return {
    fieldName: field ?? form,
    code,
    arguments: args && args.length > 0 ? Object.fromEntries(args.map((arg, index) => [String(index), arg])) : null,
  }
}

/** Text answers are JSON strings (booking contract 3). */
export const JSON_TYPE = 'application/json; charset=utf-8'

/** A text answer is a JSON string (organiser contract). */
export function sendText(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.status(status).type(JSON_TYPE).send(JSON.stringify(text))
}

/** 400 with one reason. */
export const sendBadRequest = (reply: FastifyReply, reason: string): FastifyReply =>
  sendText(reply, 400, `bad request: ${reason}`)

/** Has a visitor already what carries this tag, by the header If-None-Match of the request? */
export function hasAlready(header: string | undefined, etag: string): boolean {
  return header !== undefined && header.split(',').some(tag => tag.trim().replace(/^W\//, '') === etag)
}

/**
 * Answers 405 with `Allow` where an address is known and the method is not one of its, and OPTIONS with the same list.
 * Decided by the patterns of routes alone: it reveals what the OpenAPI document states, and of no event, order or
 * ticket whether it exists. To be called before any route is added.
 */
export function refuseWrongMethods(app: FastifyInstance): void {
  const methodsOf = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    const methods = methodsOf.get(url) ?? new Set()
    for (const one of [method].flat()) methods.add(one)
    methodsOf.set(url, methods)
  })
  let routes: ReadonlyMap<string, readonly RouteAddress[]> = new Map()
  app.addHook('onReady', async () => {
    const all = [...methodsOf].map(([url, methods]) => ({ url, ...routeAddress(url, [...methods]) }))
    routes = Map.groupBy(all, ({ url }) => firstStepOf(url))
  })
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return
    const path = pathOf(request.url)
    const nearby = [...(routes.get(firstStepOf(path)) ?? []), ...(routes.get(ANY_STEP) ?? [])]
    const allowed = nearby.flatMap(({ pattern, methods }) => (pattern.test(path) ? methods : []))
    if (allowed.length > 0 && !allowed.includes(request.method)) return answerWrongMethod(request, reply, allowed)
  })
}

/** The group of routes whose first step is a parameter. */
const ANY_STEP = '*'

/** "api" of "/api/v2/info": an address is held against the routes that begin as it does. */
function firstStepOf(url: string): string {
  const [, step = ''] = url.split('/', 2)
  return step.startsWith(':') || step.includes('*') ? ANY_STEP : step
}

/** The answer to a request whose address takes these methods, and not its own. */
export function answerWrongMethod(
  { method }: { readonly method: string },
  reply: FastifyReply,
  allowed: readonly string[],
): FastifyReply {
  reply.header('Allow', [...new Set([...allowed, 'OPTIONS'])].toSorted().join(', '))
  if (method === 'OPTIONS') return reply.code(204).send()
  return reply.code(405).type(JSON_TYPE).send(JSON.stringify('method not allowed'))
}

/** The pattern of a route, and its methods. */
export type RouteAddress = { readonly pattern: RegExp; readonly methods: readonly string[] }

export const routeAddress = (url: string, methods: readonly string[]): RouteAddress => ({
  pattern: patternOf(url),
  methods,
})

/** `:name` is something within one step of the path, `*` all that follows. */
function patternOf(url: string): RegExp {
  const parts = url.split(/(:\w+|\*)/).map(part => {
    if (part.startsWith(':')) return '[^/]+'
    return part === '*' ? '.*' : RegExp.escape(part)
  })
  return new RegExp(`^${parts.join('')}$`)
}

/** As the router reads it: decoded, without the query; an address that can't be decoded never gets here. */
export function pathOf(url: string): string {
  const [path = ''] = url.split(/[?;#]/, 1)
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
