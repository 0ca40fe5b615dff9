import { type Instant, instant } from '#domain/foundation/instant.ts'
import { type Reply, NotReached } from './ask.ts'

/** The value of an answer that is good; each provider has its own kinds of failures beside it. */
export type Good<Result> = { readonly kind: 'ok'; readonly value: Result }

/** A failure. `summary` has no secrets: method, path, status and the provider's name of the error. */
type Failed = { readonly kind: string; readonly summary: string }

/** The value, for callers that can do nothing without it; throws the summary of a failure. */
export function valueOf<Result>(answer: Good<Result> | Failed): Result {
  if ('value' in answer) return answer.value
  throw new Error(answer.summary)
}

export type NoReply = 'not reached' | 'no reply'

/** Why `ask` has no reply: only a request that was not even sent was surely not carried out. */
export const noReply = (error: unknown): NoReply => (error instanceof NotReached ? 'not reached' : 'no reply')

/** No reply that says anything; with `isUndone` the request was not even sent, or the provider was too busy to read it. */
export type Silent = { readonly kind: 'silent'; readonly isUndone: boolean; readonly summary: string }

export const silent = (request: string, why: string | number, isUndone = why === 'not reached'): Silent => ({
  kind: 'silent',
  isUndone,
  summary: `${request}: ${why}`,
})

export const isGood = ({ status }: Pick<Reply, 'status'>): boolean => status >= 200 && status < 300

/** A moment with its offset from UTC; null without one, because it would depend on the zone of this machine. */
export function momentOf(text: string | null | undefined): Instant | null {
  if (text == null) return null
  try {
    return instant(Temporal.Instant.from(text).epochMilliseconds)
  } catch {
    return null
  }
}
