import { createHash } from 'node:crypto'
import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { type Instant, after, minutes } from '#domain/foundation/instant.ts'
import type { AccessToken, AccessTokens, Sent } from '#server/providers/port/access-tokens.ts'
import { type Good, isGood, momentOf, noReply } from '#server/providers/port/answer.ts'
import { type Reply, ask, basic } from '#server/providers/port/ask.ts'
import type { Attempt } from '#server/providers/port/online.ts'
import type { Account, Platform } from './account.ts'
import { Chargeback, Method, Page, Payment, Problem, Profile, Refund, Token } from './replies.ts'

const PAYMENTS = '/v2/payments'
const MOST_PER_PAGE = 250

/** Where Mollie is, and the tokens by which the platform asks there. */
export type Mollie = { readonly base: string; readonly tokens: AccessTokens }

export type Access = { readonly account: Account; readonly now: Instant; readonly signal: AbortSignal }

type Request = {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: object
  readonly idempotencyKey?: string
}

export type Client = ReturnType<typeof clientOf>

/** The calls we make, for one account. */
export function clientOf(mollie: Mollie, access: Access) {
  const send = async <Schema extends TSchema>(schema: Schema, request: Request): Promise<Answer<Static<Schema>>> => {
    const { account } = access
    const by = (token: string) => sent(mollie, access, request, token)
    const reply =
      account.kind === 'key'
        ? ({ kind: 'ok', value: await by(account.key) } as const)
        : await mollie.tokens.send(holderOf(mollie, account, access), by)
    return reply.kind === 'ok' ? answerOf(`${request.method} ${request.path}`, schema, reply.value) : notSent(reply)
  }
  return { ...paymentCalls(send, access), ...refundCalls(send, access), ...accountCalls(send, access) }
}

type Send = <Schema extends TSchema>(schema: Schema, request: Request) => Promise<Answer<Static<Schema>>>

function paymentCalls(send: Send, { account }: Access) {
  const list = listOf(send, PAYMENTS, { name: 'payments', item: Payment, query: ofProfile(account) })
  return {
    createPayment: (body: object, idempotencyKey: string) =>
      send(Payment, {
        method: 'POST',
        path: PAYMENTS,
        body: { ...body, ...(account.kind === 'platform' && { profileId: account.profileId, ...inMode(account) }) },
        idempotencyKey,
      }),
    payment: (id: string) => send(Payment, { method: 'GET', path: pathOf(id), query: modeQuery(account) }),
    cancelPayment: (id: string) =>
      send(Payment, {
        method: 'DELETE',
        path: pathOf(id),
        ...(account.kind === 'platform' && { body: inMode(account) }),
      }),
    /** Those that were made since then, newest first. */
    paymentsSince: (since: Instant) => list(since),
  }
}

function refundCalls(send: Send, { account }: Access) {
  const query = modeQuery(account)
  const everywhere = { ...ofProfile(account), embed: 'payment' }
  return {
    createRefund: (id: string, body: object, idempotencyKey: string) =>
      send(Refund, {
        method: 'POST',
        path: `${pathOf(id)}/refunds`,
        body: { ...body, ...(account.kind === 'platform' && inMode(account)) },
        idempotencyKey,
      }),
    refund: (id: string, refundId: string) =>
      send(Refund, { method: 'GET', path: `${pathOf(id)}/refunds/${encodeURIComponent(refundId)}`, query }),
    refundsOf: (id: string) => listOf(send, `${pathOf(id)}/refunds`, { name: 'refunds', item: Refund, query })(null),
    chargebacksOf: (id: string) =>
      listOf(send, `${pathOf(id)}/chargebacks`, { name: 'chargebacks', item: Chargeback, query })(null),
    refundsSince: (since: Instant) =>
      listOf(send, '/v2/refunds', { name: 'refunds', item: Refund, query: everywhere })(since),
    chargebacksSince: (since: Instant) =>
      listOf(send, '/v2/chargebacks', { name: 'chargebacks', item: Chargeback, query: everywhere })(since),
  }
}

function accountCalls(send: Send, { account }: Access) {
  return {
    /** Of an API key only. */
    profile: () => send(Profile, { method: 'GET', path: '/v2/profiles/me' }),
    methods: (query: Readonly<Record<string, string>>) =>
      send(MethodList, { method: 'GET', path: '/v2/methods', query: { ...query, ...ofProfile(account) } }),
  }
}

const MethodList = Type.Object({ _embedded: Type.Object({ methods: Type.Array(Method) }) })

type Listed<Item extends TSchema> = {
  readonly name: string
  readonly item: Item
  readonly query: Readonly<Record<string, string>>
}

/** A list that is read page by page, newest first, to the first that is older than `since`; to the end without. */
function listOf<Item extends TSchema>(send: Send, path: string, { name, item, query }: Listed<Item>) {
  const Items = Type.Array(item)
  return async (since: Instant | null): Promise<Answer<readonly Static<Item>[]>> => {
    const found: Static<Item>[] = []
    let from: string | null = null
    do {
      const paged: Record<string, string> = { limit: String(MOST_PER_PAGE), ...(from !== null && { from }), ...query }
      const answer: Answer<Static<typeof Page>> = await send(Page, { method: 'GET', path, query: paged })
      if (answer.kind !== 'ok') return answer
      const items: unknown = answer.value._embedded[name]
      if (!Value.Check(Items, items)) return { kind: 'silent', summary: `GET ${path}: a list of another form` }
      found.push(...items)
      from = reaches(items.at(-1), since) ? null : nextIn(answer.value)
    } while (from !== null)
    return { kind: 'ok', value: found }
  }
}

const Made = Type.Object({ createdAt: Type.String() })

function reaches(oldest: unknown, since: Instant | null): boolean {
  if (since === null || !Value.Check(Made, oldest)) return false
  const made = momentOf(oldest.createdAt)
  return made !== null && made < since
}

/** Only where to begin is taken from the link: our key goes to no address that a reply names. */
function nextIn({ _links: links }: Static<typeof Page>): string | null {
  const href = links?.next?.href
  return href === undefined || !URL.canParse(href) ? null : new URL(href).searchParams.get('from')
}

/** Without a token nothing was asked for but that. */
const notSent = (failure: Failure): Failure =>
  failure.kind === 'silent' || failure.kind === 'conflict' ? { ...failure, kind: 'unreached' } : failure

function sent({ base }: Mollie, { signal }: Access, request: Request, token: string): Promise<Sent> {
  const { method, path, query = {}, body, idempotencyKey } = request
  const search = new URLSearchParams(query).toString()
  return ask({
    method,
    url: `${base}${path}${search === '' ? '' : `?${search}`}`,
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/hal+json',
      ...(body && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal,
  }).catch(noReply)
}

const pathOf = (id: string): string => `${PAYMENTS}/${encodeURIComponent(id)}`

const inMode = ({ mode }: Account) => ({ testmode: mode === 'test' })

/** An API key has its mode and profile: to send them is an error. */
const modeQuery = (account: Account): Readonly<Record<string, string>> =>
  account.kind === 'platform' ? { testmode: String(account.mode === 'test') } : {}

const ofProfile = (account: Account): Readonly<Record<string, string>> =>
  account.kind === 'platform' ? { profileId: account.profileId, ...modeQuery(account) } : {}

/**
 * What came of a request. `summary` has no secrets: method, path, status and the field that Mollie names. `silent` and
 * `conflict` say nothing about whether the request was carried out; the others were not, and `unreached` was not even sent.
 */
export type Answer<Result> = Good<Result> | Failure

export type Failure =
  | (Summed & { readonly kind: 'invalid'; readonly field: string | null })
  /** The key may not do this, or the mode is another. */
  | (Summed & { readonly kind: 'forbidden' })
  | (Summed & { readonly kind: 'missing' })
  | (Summed & { readonly kind: 'conflict' })
  | (Summed & { readonly kind: 'busy' })
  | (Summed & { readonly kind: 'unreached' })
  | (Summed & { readonly kind: 'silent' })

type Summed = { readonly summary: string }

/** Checks a reply against what we read of it. `request` is its method and path; a missing reply is its cause. */
export function answerOf<Schema extends TSchema>(request: string, schema: Schema, reply: Sent): Answer<Static<Schema>> {
  if (typeof reply === 'string') {
    return { kind: reply === 'not reached' ? 'unreached' : 'silent', summary: `${request}: ${reply}` }
  }
  const { status, value } = reply
  if (!isGood(reply)) return failureOf(request, reply)
  if (!Value.Check(schema, value)) return { kind: 'silent', summary: `${request}: ${status}, in another form` }
  return { kind: 'ok', value }
}

const KINDS: Readonly<Record<number, Exclude<Failure['kind'], 'invalid'>>> = {
  401: 'forbidden',
  403: 'forbidden',
  404: 'missing',
  408: 'silent',
  409: 'conflict',
  410: 'missing',
  425: 'silent',
  429: 'busy',
}

function failureOf(request: string, { status, value }: Reply): Failure {
  const field = fieldOf(value)
  const summary = `${request}: ${status}${field === null ? '' : ` ${field}`}`
  const kind = KINDS[status]
  if (kind !== undefined) return { kind, summary }
  if (status === 503 && isOfMollie(value, status)) return { kind: 'busy', summary }
  const isTurnedDown = status >= 400 && status < 500
  return isTurnedDown ? { kind: 'invalid', field, summary } : { kind: 'silent', summary }
}

/**
 * Who makes payments by the method for Mollie is away: Mollie turns the request down, as its documents say of 503. A proxy before it may
 * say the same number of a request that was carried out.
 */
const isOfMollie = (value: unknown, status: number): boolean => Value.Check(Problem, value) && value.status === status

/** A name and nothing else: a message may contain what others must not read. */
function fieldOf(value: unknown): string | null {
  const field = Value.Check(Problem, value) ? value.field : null
  return typeof field === 'string' && /^[\w.[\]]{1,60}$/.test(field) ? field : null
}

/** Mollie keeps keys for an hour; less, because its clock is not ours. */
export const KEY_LIFETIME_MS = minutes(55)

/**
 * The key of an attempt in the form Mollie asks for, a UUID v4. It is made of the reservation, too: several shops may ask
 * by one key of Mollie, and all of them have a first transaction.
 */
export function mollieKey({
  reservationId,
  idempotencyKey,
}: Pick<Attempt<unknown>, 'reservationId' | 'idempotencyKey'>): string {
  const hash = createHash('sha256').update(`${reservationId}/${idempotencyKey}`).digest()
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x40, 6)
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8)
  return hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const TOKEN_PATH = '/oauth2/tokens'
/** Mollie's tokens live for an hour. */
const LONGEST_USE_MS = minutes(45)
/** A request that takes its time still has to be allowed. */
const MARGIN_MS = minutes(5)

/** Exchanges refresh tokens. The refresh token in the answer is left: Mollie keeps the one that is used. */
const holderOf = (
  { base }: Mollie,
  { clientId, clientSecret, refreshToken }: Platform,
  { now, signal }: Pick<Access, 'now' | 'signal'>,
) => ({
  name: JSON.stringify([clientId, clientSecret, refreshToken]),
  now,
  isRefused: ({ status }: Reply) => status === 401,
  async exchange(): Promise<Answer<AccessToken>> {
    const reply = await ask({
      method: 'POST',
      url: `${base}${TOKEN_PATH}`,
      headers: {
        authorization: basic(clientId, clientSecret),
        accept: 'application/json',
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }).toString(),
      signal,
    }).catch(noReply)
    const answer = answerOf(`POST ${TOKEN_PATH}`, Token, reply)
    // Mollie reports a withdrawn refresh token as a bad request.
    if (answer.kind === 'invalid') return { kind: 'forbidden', summary: answer.summary }
    if (answer.kind !== 'ok') return answer
    const { access_token: token, expires_in: seconds } = answer.value
    const lifetime = typeof seconds === 'number' ? seconds * 1000 - MARGIN_MS : LONGEST_USE_MS
    return { kind: 'ok', value: { token, until: after(now, Math.min(lifetime, LONGEST_USE_MS)) } }
  },
})
