import { LRUCache } from 'lru-cache'
import type { Instant } from '#domain/foundation/instant.ts'
import type { Good, NoReply } from './answer.ts'
import type { Reply } from './ask.ts'

/** By which requests are sent until then. */
export type AccessToken = { readonly token: string; readonly until: Instant }

export type Sent = Reply | NoReply

type Holder<Failure> = {
  /** Tokens of one name are the same. */
  readonly name: string
  readonly now: Instant
  /** Has the provider make a token. */
  exchange(): Promise<Good<AccessToken> | Failure>
  /** True for the reply to a token that the provider takes no more; nothing was carried out by it. */
  isRefused(reply: Reply): boolean
}

const MOST_TOKENS = 1000

export type AccessTokens = ReturnType<typeof accessTokens>

/** The tokens by which a shop calls a provider, kept for as long as they may be used. */
export function accessTokens() {
  const kept = new LRUCache<string, AccessToken>({ max: MOST_TOKENS })
  const tokenOf = async <Failure>({ name, now, exchange }: Holder<Failure>): Promise<Good<AccessToken> | Failure> => {
    const cached = kept.get(name)
    if (cached && now < cached.until) return { kind: 'ok', value: cached }
    const answer = await exchange()
    if (isGood(answer)) kept.set(name, answer.value)
    return answer
  }
  return {
    /** Sends a request, and once more with another token when the provider refuses one before its time. */
    async send<Failure>(
      holder: Holder<Failure>,
      request: (token: string) => Promise<Sent>,
    ): Promise<Good<Sent> | Failure> {
      const first = await tokenOf(holder)
      if (!isGood(first)) return first
      const reply = await request(first.value.token)
      if (typeof reply === 'string' || !holder.isRefused(reply)) return { kind: 'ok', value: reply }
      kept.delete(holder.name)
      const second = await tokenOf(holder)
      return isGood(second) ? { kind: 'ok', value: await request(second.value.token) } : second
    },
  }
}

const isGood = <Result, Failure>(answer: Good<Result> | Failure): answer is Good<Result> =>
  typeof answer === 'object' && answer !== null && 'value' in answer
