import { createHash } from 'node:crypto'
import { type Instant, after, minutes } from '#domain/instant.ts'
import { ask } from '../ask.ts'
import type { Credentials } from './account.ts'
import { type Answer, answerOf } from './answer.ts'
import { Token } from './replies.ts'

/** Long before a token ends it is renewed, so that none ends on the way. */
const MARGIN_MS = minutes(5)

type Known = { readonly token: string; readonly until: Instant }

/** Tokens that PayPal has given, by who asked for them. */
export type Tokens = Map<string, Known>

export type Access = {
  readonly base: string
  readonly credentials: Credentials
  readonly tokens: Tokens
  readonly now: Instant
  readonly signal: AbortSignal
}

/** The token to ask with; one that is known is used until shortly before its end. */
export async function tokenFor(access: Access): Promise<Answer<string>> {
  const { tokens, now } = access
  const known = tokens.get(ownerOf(access))
  if (known && now < known.until) return { kind: 'ok', value: known.token }
  const answer = await answerOf('POST /v1/oauth2/token', Token, requested(access))
  if (answer.kind !== 'ok') return answer
  const { access_token: token, expires_in: seconds } = answer.value
  tokens.set(ownerOf(access), { token, until: after(now, seconds * 1000 - MARGIN_MS) })
  return { kind: 'ok', value: token }
}

/** PayPal takes it no longer. */
export function forgetToken(access: Access, token: string): void {
  const owner = ownerOf(access)
  if (access.tokens.get(owner)?.token === token) access.tokens.delete(owner)
}

/** The secret is not kept; another one must not get the token of the first. */
const ownerOf = ({ base, credentials: { client, secret } }: Access): string =>
  `${base} ${client} ${createHash('sha256').update(secret).digest('base64')}`

function requested({ base, credentials: { client, secret }, signal }: Access) {
  return ask({
    method: 'POST',
    url: `${base}/v1/oauth2/token`,
    headers: {
      authorization: `Basic ${Buffer.from(`${client}:${secret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
    },
    body: 'grant_type=client_credentials',
    signal,
  })
}
