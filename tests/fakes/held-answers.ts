import type { FastifyInstance } from 'fastify'

/** The first row whose call matches counts. */
type Row = { readonly call: RegExp; readonly fields: readonly string[] }

/**
 * What a provider documents that its answers have at least. A field is a path: `amount.value` within, `links[].href` of each,
 * `payments?.captures` where the part before is there. Null is a value: a field that may be null has to be there all the same.
 */
export type RequiredFields = {
  /** By call, as `GET /v2/payments`; what is sent to the shop is a `message`. */
  readonly answers: readonly Row[]
  /** Of answers whose status is 400 or above, which ends the call: `POST /v1/oauth2/token 401`. */
  readonly refusals: readonly Row[]
  /** Of each object, wherever it is, by what its field `kind` says; there is no other kind. */
  readonly objects?: { readonly kind: string; readonly fields: Readonly<Record<string, readonly string[]>> }
}

type Answer = { readonly call: string; readonly status: number; readonly body: unknown }

export type HeldAnswers = {
  hold(answer: Answer): void
  /** What answers lacked, as `GET /v1/account: account without email`. */
  incomplete(): readonly string[]
  /** What the table has and no answer was. */
  unseen(): readonly string[]
}

/** Holds answers against the table, and notes what one lacks. */
export function heldAnswers({ answers, refusals, objects }: RequiredFields): HeldAnswers {
  const found = new Set<string>()
  const seen = new Set<string>()
  const note = (call: string, what: string, fields: readonly string[]) => {
    for (const field of fields) found.add(`${call}: ${what} without ${field}`)
  }
  const holdObjects = (call: string, value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const kind = objects && isRecord(value) ? value[objects.kind] : undefined
    if (objects && typeof kind === 'string') {
      seen.add(kind)
      const fields = objects.fields[kind]
      note(call, kind, fields ? missingIn(value, fields) : NO_ROW)
    }
    for (const part of Object.values(value)) holdObjects(call, part)
  }
  return {
    hold({ call, status, body }) {
      holdObjects(call, body)
      const row =
        status < 400
          ? answers.find(one => one.call.test(call))
          : refusals.find(one => one.call.test(`${call} ${status}`))
      if (row) seen.add(nameOf(row))
      note(call, status < 400 ? 'answer' : 'refusal', row ? missingIn(body, row.fields) : NO_ROW)
    },
    incomplete: () => [...found].toSorted(),
    unseen: () =>
      [...[...answers, ...refusals].map(nameOf), ...Object.keys(objects?.fields ?? {})].filter(what => !seen.has(what)),
  }
}

const NO_ROW = ['a row in the table']

const nameOf = ({ call, fields }: Row): string => `${String(call)} with ${fields.join(', ')}`

/** Makes the stand-in check each of its JSON answers to calls of servers, which are below these paths. */
export function holdSent(app: FastifyInstance, within: RegExp, answers: HeldAnswers): void {
  app.addHook('onSend', async ({ method, url }, reply, payload) => {
    const [path = ''] = url.split('?')
    const body = within.test(path) && typeof payload === 'string' ? jsonIn(payload) : undefined
    if (body !== undefined) answers.hold({ call: `${method} ${path}`, status: reply.statusCode, body })
    return payload
  })
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The paths that lead to nothing. */
export const missingIn = (body: unknown, paths: readonly string[]): readonly string[] =>
  paths.filter(path => !leads(body, path.split('.')))

function leads(value: unknown, [name = '', ...rest]: readonly string[]): boolean {
  if (name === '') return true
  const [, key = '', mark = ''] = /^(\w+)(\[\]|\?|)$/.exec(name) ?? []
  const next = isRecord(value) ? value[key] : undefined
  if (mark === '?' && (next === undefined || next === null)) return true
  if (mark === '[]') return Array.isArray(next) && next.every(item => leads(item, rest))
  return next !== undefined && leads(next, rest)
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
