import fc from 'fast-check'
import { HOSTILE_BODIES, HOSTILE_TEXTS, HOSTILE_TYPES, HOSTILE_VALUES } from '../hostile.ts'
import { type Caller, EVERYBODY, WITH_TOKEN } from '../who-may/callers.ts'
import { ROUTES, type Row } from '../who-may/routes.ts'
import { RULES, type RuleName } from '../who-may/rules.ts'
import { type Rarity, anyOfSchema, nearly } from './arbitrary.ts'
import type { Operation, Parameter } from './published.ts'

/** A request before its names (`:reservationId`) are filled in: the same for the same seed. */
export type Planned = {
  readonly operation: Operation
  readonly row: Row
  readonly caller: Caller
  /** A name, or text as it is written in the address. */
  readonly params: Readonly<Record<string, string>>
  readonly query: readonly (readonly [name: string, value: string])[]
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly payload: Payload
}

export type Payload =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'bytes'; readonly type: string | undefined; readonly text: string }

type RequestPlan = {
  readonly operation: Operation
  /** Bodies that were good once. */
  readonly examples: readonly unknown[]
  readonly rarity: Rarity
}

/** Requests for a call, most of them nearly right. */
export function anyRequest({ operation, examples, rarity }: RequestPlan): fc.Arbitrary<Planned> {
  const { rule, row } = rowOf(operation)
  return fc.record({
    operation: fc.constant(operation),
    row: fc.constant(row),
    caller: anyCaller(whoMay(operation, rule), row, rarity),
    params: fc.record(
      Object.fromEntries(operation.params.map(param => [param.name, anyParam(param, row, rarity)] as const)),
    ),
    query: fc.tuple(...operation.query.map(parameter => anyQuery(parameter, row, rarity))).map(parts => parts.flat()),
    headers: fc.record(
      Object.fromEntries(
        operation.headers.map(({ name }) => [name, fc.constantFrom('x', 'de-CH,de;q=0.9', '')] as const),
      ),
      { requiredKeys: [] },
    ),
    payload: anyPayload({ operation, examples, rarity }),
  })
}

/** What the table of who may call what says of a call. */
export function rowOf({ route }: Pick<Operation, 'route'>): { readonly rule: RuleName; readonly row: Row } {
  for (const [rule, rows] of Object.entries(ROUTES) as [RuleName, Readonly<Record<string, Row>>][]) {
    const row = rows[route]
    if (row) return { rule, row }
  }
  throw new Error(`no rule says who may call ${route}`)
}

/** Writes of visitors need an anti-forgery token as well. */
function whoMay({ method, path }: Operation, rule: RuleName): readonly Caller[] {
  const { may } = RULES[rule]
  if (may.length === 0) return EVERYBODY
  const isPublicWrite = path.startsWith('/api/v2/public/') && method !== 'GET'
  return isPublicWrite ? may.filter(caller => WITH_TOKEN.includes(caller)) : may
}

/**
 * Most often a caller who may. A call that ends sessions is left to those who come without one, so that the others
 * stay.
 */
function anyCaller(may: readonly Caller[], { isEnding }: Row, rarity: Rarity): fc.Arbitrary<Caller> {
  if (isEnding)
    return fc.constantFrom('anonymous', 'logged out', 'session over', 'forged session', 'wrong key', 'scanner')
  if (!Number.isFinite(rarity)) return fc.constantFrom(...may)
  return fc.oneof(
    { weight: 7, arbitrary: fc.constantFrom(...may) },
    { weight: 2, arbitrary: fc.constantFrom(...EVERYBODY) },
    { weight: 1, arbitrary: fc.constant('anonymous' as const) },
  )
}

function anyParam({ name, schema }: Parameter, { params }: Row, rarity: Rarity): fc.Arbitrary<string> {
  const right = fc.constant(params?.[name] ?? `:${name}`)
  if (!Number.isFinite(rarity)) return right
  return fc.oneof(
    { weight: 12, arbitrary: right },
    { weight: 2, arbitrary: fc.constantFrom(...HOSTILE_TEXTS.filter(isOfItsOwn)) },
    { weight: 1, arbitrary: fc.constantFrom(NONE, '999999', ':ticketIdentifier', ':reservationId', ':eventId') },
    { weight: 1, arbitrary: anyOfSchema(schema, Infinity).map(encoded) },
  )
}

/** What exists nowhere. */
const NONE = '00000000-0000-4000-8000-00000000000a'

/** Every client takes `..` between two slashes for the way up, and so asks for another address. */
const isOfItsOwn = (text: string): boolean => text !== '%2e%2e'

function anyQuery(
  { name, schema, isRequired }: Parameter,
  { query = '' }: Row,
  rarity: Rarity,
): fc.Arbitrary<readonly (readonly [string, string])[]> {
  const queried = new URLSearchParams(query).get(name)
  const right = queried === null ? anyOfSchema(schema, Infinity).map(encoded) : fc.constant(queried)
  const once = right.map(value => [[name, value] as const])
  if (!Number.isFinite(rarity)) return isRequired || queried !== null ? once : fc.constant([])
  return fc.oneof(
    { weight: isRequired ? 10 : 5, arbitrary: once },
    { weight: isRequired ? 1 : 6, arbitrary: fc.constant([]) },
    { weight: 2, arbitrary: fc.constantFrom(...HOSTILE_TEXTS).map(value => [[name, value] as const]) },
    { weight: 1, arbitrary: right.map(value => [[name, value] as const, [name, 'a'] as const]) },
    { weight: 1, arbitrary: right.map(value => [[`${name}[a]`, value] as const]) },
  )
}

function anyPayload({ operation, examples, rarity }: RequestPlan): fc.Arbitrary<Payload> {
  const { method, body } = operation
  if (method === 'GET') return fc.constant({ kind: 'none' })
  const ofJson = (values: fc.Arbitrary<unknown>) => values.map((value): Payload => ({ kind: 'json', value }))
  const right = examples.length > 0 ? fc.constantFrom(...examples).chain(example => nearly(example, rarity)) : undefined
  if (!Number.isFinite(rarity)) {
    if (right) return ofJson(right)
    return body ? ofJson(anyOfSchema(body, rarity)) : fc.constant({ kind: 'none' })
  }
  const bytes = fc.record({
    kind: fc.constant('bytes' as const),
    type: fc.constantFrom(...HOSTILE_TYPES),
    text: fc.constantFrom(...HOSTILE_BODIES),
  })
  return fc.oneof(
    ...(right ? [{ weight: 12, arbitrary: ofJson(right) }] : []),
    ...(body ? [{ weight: 6, arbitrary: ofJson(anyOfSchema(body, rarity)) }] : []),
    { weight: 1, arbitrary: ofJson(fc.constantFrom(...HOSTILE_VALUES)) },
    { weight: 1, arbitrary: bytes },
    { weight: body ? 1 : 8, arbitrary: fc.constant<Payload>({ kind: 'none' }) },
  )
}

/** Text of half a character can't be put into an address; it is asked for as it is. */
function encoded(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.startsWith(':') ? text : encodeURIComponent(text.toWellFormed())
}
