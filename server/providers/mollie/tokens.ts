import { LRUCache } from 'lru-cache'
import { type Instant, after, minutes } from '#domain/foundation/instant.ts'
import { ask } from '#server/providers/port/ask.ts'
import type { Platform } from './account.ts'
import { type Answer, answerOf, noReply } from './client.ts'
import { Token } from './replies.ts'

const PATH = '/oauth2/tokens'
const MOST_TOKENS = 1000
/** Mollie's tokens live for an hour. */
const LONGEST_USE_MS = minutes(45)
/** A request that takes its time still has to be allowed. */
const MARGIN_MS = minutes(5)

/** Tokens by which the platform asks, kept for as long as they may be used. */
export type Tokens = {
  get(platform: Platform, when: { readonly now: Instant; readonly signal: AbortSignal }): Promise<Answer<string>>
  /** One that Mollie has refused before its time. */
  forget(platform: Platform): void
}

/** Exchanges refresh tokens at `base`. The refresh token in the answer is left: Mollie keeps the one that is used. */
export function tokensOf(base: string): Tokens {
  const kept = new LRUCache<string, { readonly token: string; readonly until: Instant }>({ max: MOST_TOKENS })
  return {
    async get(platform, { now, signal }) {
      const known = kept.get(nameOf(platform))
      if (known && known.until > now) return { kind: 'ok', value: known.token }
      const answer = await exchange(base, platform, signal)
      if (answer.kind !== 'ok') return answer
      const { access_token: token, expires_in: seconds } = answer.value
      const lifetime = typeof seconds === 'number' ? seconds * 1000 - MARGIN_MS : LONGEST_USE_MS
      kept.set(nameOf(platform), { token, until: after(now, Math.min(lifetime, LONGEST_USE_MS)) })
      return { kind: 'ok', value: token }
    },
    forget: platform => void kept.delete(nameOf(platform)),
  }
}

const nameOf = ({ clientId, clientSecret, refreshToken }: Platform): string =>
  JSON.stringify([clientId, clientSecret, refreshToken])

async function exchange(base: string, { clientId, clientSecret, refreshToken }: Platform, signal: AbortSignal) {
  const credentials = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
  const reply = await ask({
    method: 'POST',
    url: `${base}${PATH}`,
    headers: {
      authorization: `Basic ${credentials}`,
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }).toString(),
    signal,
  }).catch(noReply)
  const answer = answerOf(`POST ${PATH}`, Token, reply)
  // Mollie reports a withdrawn refresh token as a bad request.
  return answer.kind === 'invalid' ? ({ kind: 'forbidden', summary: answer.summary } as const) : answer
}
