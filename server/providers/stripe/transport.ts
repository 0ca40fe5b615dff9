import type { Stripe } from 'stripe'
import { ask } from '#server/providers/port/ask.ts'

type Transport = NonNullable<NonNullable<ConstructorParameters<typeof Stripe>[1]>['httpClient']>

const METHODS = { GET: 'GET', POST: 'POST', DELETE: 'DELETE' } as const
const isMethod = (text: string): text is keyof typeof METHODS => text in METHODS

/**
 * Lets the library ask as every other provider is asked: it ends when `signal` says so, follows no redirects, and reads
 * no endless reply.
 */
export function transport(signal: AbortSignal): Transport {
  return {
    getClientName: () => 'fetch',
    async makeRequest(host, port, path, method, headers, body, protocol, timeout) {
      if (!isMethod(method)) throw new Error(`${method} is not asked for`)
      const reply = await ask({
        method,
        url: `${protocol}://${host}:${port}${path}`,
        headers: textsOf(headers),
        ...(method === 'POST' && { body }),
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
      })
      return {
        getStatusCode: () => reply.status,
        getHeaders: () => Object.fromEntries(reply.headers),
        getRawResponse: () => ({}),
        toStream: () => undefined,
        toJSON: async () => {
          if (typeof reply.value !== 'object' || reply.value === null) throw new Error('no JSON')
          return reply.value
        },
      }
    },
  }
}

/** The length of the body is counted by `fetch`. */
function textsOf(headers: Readonly<Record<string, string | number | string[] | undefined>>): Record<string, string> {
  const told = Object.entries(headers).filter(([name, value]) => value !== undefined && !/^content-length$/i.test(name))
  return Object.fromEntries(told.map(([name, value]) => [name, String(value)]))
}
