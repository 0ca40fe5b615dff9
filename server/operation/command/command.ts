import { format } from 'node:util'
import type { FastifyBaseLogger } from 'fastify'
import { systemClock } from '#server/foundation/base/time.ts'
import { readConfig } from '#server/foundation/config/config.ts'
import { readEnvironment } from '#server/foundation/config/environment.ts'
import { errorInLog } from '#server/foundation/base/log.ts'
import { printable, printableLine } from '#server/foundation/base/text.ts'
import { type OpenShop, openShop } from '#server/shop.ts'
import type { Queryable } from '#server/foundation/database/database.ts'

/** One thing that can be asked for on the command line. */
export type Command = {
  /** What follows `npm run foyer --`, a line each. */
  readonly usage: readonly string[]
  readonly summary: string
  /** Returns the exit code. Throws a Refusal for what the caller can mend. */
  run(args: readonly string[]): Promise<number>
}

/** What was asked for can't be done; the message is one sentence for the person who asked. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
}

/** Opens the shop's database beside whatever else uses it, and closes it again. */
export async function withShop<Result>(work: (shop: OpenShop) => Promise<Result>): Promise<Result> {
  const config = readConfig(readEnvironment(process.env))
  const shop = await openShop({ config, clock: systemClock(), logger: complaintsOnly })
  try {
    return await work(shop)
  } finally {
    await shop.close()
  }
}

/** Prints lines. What people have typed into the shop can't reach the terminal as a command to it. */
export function say(...lines: readonly string[]): void {
  console.log(printable(lines.join('\n')))
}

/** Prints a file as it is; the caller makes text of others in it safe to print (`printable`). */
export function sayFile(text: string): void {
  console.log(text.replace(/\n$/, ''))
}

/** Reports what went wrong, safe to print. */
export function complain(...facts: readonly unknown[]): void {
  console.error(printable(format(...facts)))
}

/** Columns as wide as their widest cell. A text with line ends takes one line all the same. */
export function table(texts: readonly (readonly string[])[]): string[] {
  const rows = texts.map(row => row.map(printableLine))
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map(row => row[column]?.length ?? 0))) ?? []
  return rows.map(row =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

/** As in the log: what went wrong, and not whose data it was about. */
function complainInLog(...facts: readonly unknown[]): void {
  complain(...facts.map(fact => (isAboutError(fact) ? { ...fact, err: errorInLog(fact.err) } : fact)))
}

const isAboutError = (fact: unknown): fact is { readonly err: unknown } =>
  typeof fact === 'object' && fact !== null && 'err' in fact

/** A command prints its result itself; only what went wrong underneath is worth a line. */
const complaintsOnly: FastifyBaseLogger = {
  level: 'warn',
  fatal: complainInLog,
  error: complainInLog,
  warn: complainInLog,
  info: () => {},
  debug: () => {},
  trace: () => {},
  silent: () => {},
  child: () => complaintsOnly,
}

/** The organisation with this slug, name or id. */
export async function findOrganizationId(db: Queryable, text: string): Promise<number> {
  const found = await db.kysely
    .selectFrom('organization')
    .select('id')
    .where(row => row.or([row('slug', '=', text), row('name', '=', text), row('id', '=', idIn(text))]))
    .execute()
  const [only] = found
  if (only === undefined || found.length > 1) throw new Refusal(`There is no organisation "${text}".`)
  return only.id
}

/** The event with this short name or id. */
export async function findEvent(db: Queryable, text: string): Promise<{ id: number; shortName: string }> {
  const found = await db.kysely
    .selectFrom('event')
    .select(['id', 'short_name as shortName'])
    .where(row => row.or([row('short_name', '=', text), row('id', '=', idIn(text))]))
    .execute()
  const [only] = found
  if (only === undefined || found.length > 1) throw new Refusal(`There is no event "${text}".`)
  return only
}

/** The first language of an event, which its organiser reads. */
export async function firstLanguage(db: Queryable, eventId: number): Promise<string> {
  const { languages } = await db.kysely
    .selectFrom('purchase_context')
    .select('languages')
    .where('id', '=', eventId)
    .executeTakeFirstOrThrow()
  return languages[0] ?? 'en'
}

export const findEventId = async (db: Queryable, text: string): Promise<number> => (await findEvent(db, text)).id

export async function findCategoryId(db: Queryable, text: string): Promise<number> {
  const found = await db.kysely
    .selectFrom('ticket_category')
    .select('id')
    .where('id', '=', idIn(text))
    .executeTakeFirst()
  if (found === undefined) throw new Refusal(`There is no category "${text}".`)
  return found.id
}

/** Ids begin at 1, so 0 finds nothing. */
function idIn(text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : 0
}
