import type { Refusals } from '#contract/desk-call.ts'
import { type CallResult, ContractBroken, type Failure } from './call-result.ts'
import { type Addressed, type Http, type HttpRequest, type Method, addressOf, failureFrom, jsonOf } from './http.ts'
import { observeShopTime } from './session.ts'

const IS_CHECKED = import.meta.env.MODE !== 'production'

/**
 * Calls of members at the desk. Their session is in a cookie that only pages of this site send, so that no token goes along. Refusals
 * come with their sentence, in the language of the page.
 */
export function createMemberHttp(fetch: typeof globalThis.fetch): Http {
  async function call<Value>(method: Method, path: string, request: HttpRequest = {}): Promise<CallResult<Value>> {
    try {
      const response = await send(fetch, { ...request, method, path })
      observeShopTime(response.headers)
      const text = await response.text()
      if (IS_CHECKED) (await import('./check-response.ts')).checkResponse(`${method} ${path}`, response.status, text)
      return response.ok ? { kind: 'done', value: jsonOf(text) } : failureOf(response, text)
    } catch (error) {
      if (request.signal?.aborted || (IS_CHECKED && error instanceof ContractBroken)) throw error
      return { kind: 'unreachable' }
    }
  }
  // No call of members wraps its value.
  return { call, callWrapped: call }
}

function send(fetch: typeof globalThis.fetch, request: Addressed): Promise<Response> {
  const { method, body, file, language = document.documentElement.lang, signal, isKeptAlive } = request
  const type = file === undefined ? 'application/json' : file.type || 'application/octet-stream'
  const sent = file ?? (body === undefined ? undefined : JSON.stringify(body))
  return fetch(addressOf(request), {
    method,
    headers: {
      accept: 'application/json',
      'accept-language': language,
      ...(sent !== undefined && { 'content-type': type }),
    },
    ...(sent !== undefined && { body: sent }),
    ...(signal && { signal }),
    ...(isKeptAlive && { keepalive: true }),
  })
}

function failureOf(response: Response, text: string): Failure {
  if (response.status === 401) return { kind: 'signed-out' }
  if (response.status === 409) return { kind: 'conflict', value: jsonOf(text) }
  return response.status === 422 ? refusal(jsonOf(text)) : failureFrom(response)
}

function refusal(body: Partial<Refusals> | null): Failure {
  const problems = (body?.errors ?? []).map(({ field, code, message }) => ({
    field: field ?? '',
    code,
    args: [],
    message,
  }))
  const unnamed = [{ field: '', code: 'error.generic', args: [] }]
  return { kind: 'refused', problems: problems.length === 0 ? unnamed : problems, value: null }
}
