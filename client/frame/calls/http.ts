import { languagesPath, pathTo } from '#contract/paths.ts'
import type { ValidatedResponse } from '#contract/wrapper.ts'
import { type CallResult, ContractBroken, type Failure, problemFromWire } from './call-result.ts'
import { type Session, observeShopTime } from './session.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** What goes along with a method and a path. */
export type HttpRequest = {
  /** For the `:parameters` of the path. */
  readonly params?: Readonly<Record<string, string | number>> | undefined
  /** Undefined values are left out, lists are repeated. */
  readonly query?: Readonly<Record<string, QueryValue>> | undefined
  readonly body?: unknown
  /** A file in place of a body; members send some (`member-http.ts`). */
  readonly file?: Blob | undefined
  /** The language of what is made, where the call says it by no parameter. */
  readonly language?: string | undefined
  readonly signal?: AbortSignal | undefined
  /** Goes on when the page is left meanwhile; for bodies below 64 kB. */
  readonly isKeptAlive?: boolean | undefined
}

type QueryValue = string | number | boolean | readonly (string | number)[] | null | undefined

/** Calls as they are sent; `server.ts` gives each the types of its contract, and callers use only those. */
export type Http = {
  /** The JSON value, null for an empty body. */
  call<Value>(method: Method, path: string, request?: HttpRequest): Promise<CallResult<Value>>
  /** As `call`, for the calls that answer `{ success, validationErrors, value }`: the value within. */
  callWrapped<Value>(method: Method, path: string, request?: HttpRequest): Promise<CallResult<Value>>
}

const IS_CHECKED = import.meta.env.MODE !== 'production'

export type HttpParts = {
  readonly fetch: typeof globalThis.fetch
  readonly session: Session
  /** Has the visitor pass a robot check; undefined when that came to nothing. */
  readonly askForProof: () => Promise<string | undefined>
}

/**
 * The one way out to the server. Keeps the session's tokens, brings an anti-forgery token before the first write, and
 * tries a write once more with a fresh token when the server refuses the old one (the session may have ended meanwhile).
 * Likewise once more after a robot check, where one is wanted; its proof goes with every call from then on. In development
 * and in tests each response is held against its contract; a production bundle carries neither the schemas nor the check.
 */
export function createHttp({ fetch, session, askForProof }: HttpParts): Http {
  let proof: string | undefined

  async function call<Value>(method: Method, path: string, request: HttpRequest = {}): Promise<CallResult<Value>> {
    try {
      const response = await deliver({ ...request, method, path })
      const text = await response.text()
      if (IS_CHECKED) (await import('./check-response.ts')).checkResponse(`${method} ${path}`, response.status, text)
      return resultOf(response, text)
    } catch (error) {
      if (request.signal?.aborted || (IS_CHECKED && error instanceof ContractBroken)) throw error
      return { kind: 'unreachable' }
    }
  }

  async function callWrapped<Value>(method: Method, path: string, request?: HttpRequest): Promise<CallResult<Value>> {
    const result = await call<ValidatedResponse<Value>>(method, path, request)
    return result.kind === 'done' ? { kind: 'done', value: result.value.value } : result
  }

  async function deliver(request: Addressed): Promise<Response> {
    const response = await sendOrWrite(request)
    if (!wantsChallenge(response)) return response
    proof = undefined
    proof = await askForProof()
    if (proof === undefined) return response
    const second = await sendOrWrite(request)
    if (wantsChallenge(second)) proof = undefined
    return second
  }

  const sendOrWrite = (request: Addressed) => (isWrite(request) ? write(request) : send(request))

  async function write(request: Addressed): Promise<Response> {
    await ensureAntiForgeryToken(request.signal)
    const response = await send(request)
    if (response.status !== 403 || wantsChallenge(response)) return response
    session.dropAntiForgeryToken()
    await ensureAntiForgeryToken(request.signal)
    return session.antiForgeryToken() === undefined ? response : send(request)
  }

  async function ensureAntiForgeryToken(signal: AbortSignal | undefined): Promise<void> {
    if (session.antiForgeryToken() === undefined) await send({ method: 'GET', path: languagesPath, signal })
  }

  async function send(request: Addressed): Promise<Response> {
    const sentId = session.id()
    const response = await fetch(addressOf(request), {
      method: request.method,
      headers: headersOf(request, session, proof),
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      ...(request.signal ? { signal: request.signal } : {}),
      ...(request.isKeptAlive ? { keepalive: true } : {}),
    })
    session.observe(response.headers, sentId)
    observeShopTime(response.headers)
    return response
  }

  return { call, callWrapped }
}

/** A request as it is sent. */
export type Addressed = HttpRequest & { readonly method: Method; readonly path: string }

const isWrite = ({ method }: Addressed): boolean => method !== 'GET'

function headersOf(request: Addressed, session: Session, proof: string | undefined): Record<string, string> {
  const token = session.antiForgeryToken()
  return {
    accept: 'application/json',
    'x-auth-token': session.id(),
    ...(proof === undefined ? {} : { 'alfio-verification': proof }),
    ...(request.language === undefined ? {} : { 'accept-language': request.language }),
    ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(isWrite(request) && token !== undefined ? { 'x-csrf-token': token } : {}),
  }
}

export function addressOf({ path, params = {}, query = {} }: Addressed): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value ?? []].flat()) search.append(name, String(one))
  }
  const filled = pathTo(path, params)
  return search.size === 0 ? filled : `${filled}?${search}`
}

function resultOf<Value>(response: Response, text: string): CallResult<Value> {
  if (response.status === 422) return refusal(jsonOf(text))
  return response.ok ? { kind: 'done', value: jsonOf(text) } : failureFrom(response)
}

/**
 * The decoding edge: the JSON of a body, of the type that the contract promises and its tests hold the server to; null
 * when there is none, or none that can be read.
 */
export function jsonOf(text: string) {
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    return null
  }
}

function refusal(wrapper: Partial<ValidatedResponse<unknown>> | null): Failure {
  const problems = (wrapper?.validationErrors ?? []).map(problemFromWire)
  const unnamed = [{ field: '', code: 'error.generic', args: [] }]
  return { kind: 'refused', problems: problems.length === 0 ? unnamed : problems, value: wrapper?.value ?? null }
}

export function failureFrom(response: Response): Failure {
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
