import type { ResponseOf, BodyOf, Call, StatusOf } from '#contract/call.ts'
import { authenticationEnabledPath } from '#contract/account-paths.ts'
import { pathTo } from '#contract/paths.ts'
import { answerOf, assertAnswer } from '../../wire/answers.ts'

export type Ask = {
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, string | number | boolean>>
  readonly headers?: Readonly<Record<string, string>>
}

/** What a call takes besides its body, and the body where it has one. */
export type AskOf<C extends Call> = Ask & (BodyOf<C> extends undefined ? object : { readonly body: BodyOf<C> })

export type Reply = { readonly status: number; readonly headers: Headers; readonly value: unknown }

/** A visitor with a browser: keeps the session and the anti-forgery token, and sends both (shop contract 1). */
export type Buyer = {
  /** Any answer its contract allows; one it doesn't allow throws. */
  ask<C extends Call>(call: C, ask: AskOf<C>): Promise<Reply>
  /** The answer with this status, typed; any other throws. */
  expect<C extends Call, Status extends StatusOf<C>>(
    call: C,
    status: Status,
    ask: AskOf<C>,
  ): Promise<ResponseOf<C, Status>>
  /** Fetches a session and a token beforehand, where the first call must not wait for it. */
  arrive(): Promise<void>
}

export function aBuyer(url: string, everyTime: Readonly<Record<string, string>> = {}): Buyer {
  let session = ''
  let token = ''

  const send = async (method: string, path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) => {
    const answer = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: {
        'x-auth-token': session,
        'x-csrf-token': token,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...everyTime,
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    session = answer.headers.get('x-auth-token') ?? session
    token = answer.headers.get('xsrf-token') ?? token
    return answer
  }
  const arrive = async (): Promise<void> => {
    if (token === '') await send('GET', authenticationEnabledPath, undefined)
  }
  const sendCall = async (call: Call, ask: Ask & { readonly body?: unknown }): Promise<Response> => {
    if (call.method !== 'GET') await arrive()
    return send(call.method, addressOf(call, ask), ask.body, ask.headers)
  }

  return {
    arrive,
    ask: async (call, ask) => {
      const answer = await sendCall(call, ask)
      return { status: answer.status, headers: answer.headers, value: await assertAnswer(call, answer) }
    },
    expect: async (call, status, ask) => answerOf(call, status, await sendCall(call, ask)),
  }
}

export function addressOf({ path }: Call, { params = {}, query = {} }: Ask): string {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  return pathTo(path, params) + (search.size > 0 ? `?${search.toString()}` : '')
}
