import { languagesPath } from '#contract/paths.ts'
import { type Answer, type Failure, type Wrapped, problemFromWire } from './answer.ts'
import type { Session } from './session.ts'
import { observeShopTime } from './shop-clock.ts'

type Request = {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Already filled in: `pathTo(eventPath, { shortName })`. */
  readonly path: string
  /** Undefined values are left out, lists are repeated. */
  readonly query?: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body?: unknown
  readonly signal?: AbortSignal
}

export type Http = {
  /** Answers with the JSON value, null for an empty body. */
  call<Value>(request: Request): Promise<Answer<Value>>
  /** As `call`, for the calls that answer `{ success, validationErrors, value }`: the value within. */
  callWrapped<Value>(request: Request): Promise<Answer<Value>>
}

export type HttpParts = {
  readonly fetch: typeof globalThis.fetch
  readonly session: Session
  /** Has the visitor pass a robot check; undefined when that came to nothing. */
  readonly askForProof: () => Promise<string | undefined>
}

/**
 * The one way out to the server. Keeps the session's tokens, brings an anti-forgery token before the first write, and
 * tries a write once more with a fresh token when the server refuses the old one (the session may have ended meanwhile).
 * Likewise once more after a robot check, where one is wanted; its proof goes with every call from then on.
 */
export function createHttp({ fetch, session, askForProof }: HttpParts): Http {
  let proof: string | undefined

  async function call<Value>(request: Request): Promise<Answer<Value>> {
    try {
      return await read<Value>(await deliver(request))
    } catch (error) {
      if (request.signal?.aborted) throw error
      return { kind: 'unreachable' }
    }
  }

  async function deliver(request: Request): Promise<Response> {
    const response = await sendOrWrite(request)
    if (!wantsChallenge(response)) return response
    proof = undefined
    proof = await askForProof()
    if (proof === undefined) return response
    const second = await sendOrWrite(request)
    if (wantsChallenge(second)) proof = undefined
    return second
  }

  const sendOrWrite = (request: Request) => (isWrite(request) ? write(request) : send(request))

  async function write(request: Request): Promise<Response> {
    await ensureAntiForgeryToken(request.signal)
    const response = await send(request)
    if (response.status !== 403 || wantsChallenge(response)) return response
    session.forgetAntiForgeryToken()
    await ensureAntiForgeryToken(request.signal)
    return session.antiForgeryToken() === undefined ? response : send(request)
  }

  async function ensureAntiForgeryToken(signal: AbortSignal | undefined): Promise<void> {
    if (session.antiForgeryToken() === undefined) await send({ path: languagesPath, ...(signal ? { signal } : {}) })
  }

  async function send(request: Request): Promise<Response> {
    const sentId = session.id()
    const response = await fetch(addressOf(request), {
      method: request.method ?? 'GET',
      headers: headersOf(request, session, proof),
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      ...(request.signal ? { signal: request.signal } : {}),
    })
    session.observe(response.headers, sentId)
    observeShopTime(response.headers)
    return response
  }

  async function callWrapped<Value>(request: Request): Promise<Answer<Value>> {
    const answer = await call<Wrapped<Value>>(request)
    return answer.kind === 'done' ? { kind: 'done', value: answer.value.value } : answer
  }

  return { call, callWrapped }
}

const isWrite = ({ method = 'GET' }: Request): boolean => method !== 'GET'

function headersOf(request: Request, session: Session, proof: string | undefined): Record<string, string> {
  const token = session.antiForgeryToken()
  return {
    accept: 'application/json',
    'x-auth-token': session.id(),
    ...(proof === undefined ? {} : { 'alfio-verification': proof }),
    ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(isWrite(request) && token !== undefined ? { 'x-csrf-token': token } : {}),
  }
}

function addressOf({ path, query = {} }: Request): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of value === undefined ? [] : [value].flat()) search.append(name, one)
  }
  return search.size === 0 ? path : `${path}?${search}`
}

async function read<Value>(response: Response): Promise<Answer<Value>> {
  if (response.status === 422) return refusal(await jsonOf(response))
  if (!response.ok) return failureFrom(response)
  // The decoding edge: shapes are the server's promise, kept by its contract tests.
  return { kind: 'done', value: (await jsonOf(response)) as Value }
}

/** The body's JSON; null when there is none, or none that can be read. */
async function jsonOf(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    return null
  }
}

function refusal(body: unknown): Failure {
  const wrapper = (body ?? {}) as Partial<Wrapped<unknown>>
  const problems = (wrapper.validationErrors ?? []).map(problemFromWire)
  const unnamed = [{ field: '', code: 'error.generic', args: [] }]
  return { kind: 'refused', problems: problems.length === 0 ? unnamed : problems, value: wrapper.value ?? null }
}

function failureFrom(response: Response): Failure {
  if (response.status === 404) return { kind: 'missing' }
  if (response.status === 403) return { kind: 'forbidden', wantsChallenge: wantsChallenge(response) }
  if (response.status === 429) {
    return { kind: 'too-many', retryAfterSeconds: Number(response.headers.get('retry-after')) || 60 }
  }
  if (response.status === 503) {
    return { kind: 'try-again', retryAfterSeconds: Number(response.headers.get('retry-after')) || 5 }
  }
  return { kind: 'failed', status: response.status }
}

/** A robot check is wanted, by the server or by a proxy in front of it. */
function wantsChallenge({ status, headers }: Response): boolean {
  if (status !== 403) return false
  return headers.has('alfio-verification-missing') || headers.get('cf-mitigated') === 'challenge'
}
