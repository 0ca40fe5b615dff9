import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import * as paths from '#contract/paths.ts'
import type { ScopedRole } from '#domain/access/principal/principal.ts'
import { makeLink } from '#server/access/member/links.ts'
import { systemClock } from '#server/foundation/base/time.ts'
import { readConfig } from '#server/foundation/config/config.ts'
import { transaction } from '#server/foundation/database/database.ts'
import { serve } from '#server/serve.ts'
import { openShop } from '#server/shop.ts'
import { type SentStatement, watchStatements } from '#tests/support/database/count-statements.ts'
import {
  connectionTo,
  createMigratedDatabase,
  dropDatabase,
  newDatabaseName,
  openTestServer,
  urlOf,
} from '#tests/support/database/postgresql.ts'
import { seedBusyDesk } from '#tests/support/organiser/busy-desk.ts'
import { describeMachine } from './machine.ts'
import { record, table } from './record.ts'
import { scaled } from './scale.ts'
import { inMilliseconds, median, whole } from './timings.ts'

/**
 * The home of the desk and its lists in a shop of many organisations, events and members, as one process answers them: how long,
 * by how many statements, and which of these takes longest.
 */

const EVENTS = scaled(2_000, 60)
const ORGANISATIONS = scaled(50, 5)
const MEMBERS = scaled(200, 5)
const ORDERS = scaled(100_000, 200)
const ROUNDS = scaled(15, 1)
/** The plans of so many statements of the home are shown. */
const SHOWN_PLANS = 4

const server = await openTestServer()
const name = newDatabaseName(process.pid)
await createMigratedDatabase(server.connection, name)
const folder = mkdtempSync(join(tmpdir(), 'foyer-bench-'))
const databaseUrl = urlOf(connectionTo(server.connection, name))
const logger = pino({ level: 'silent' })
const config = { ...readConfig({ defaultDataFolder: folder, FOYER_SAMPLE: 'no' }), databaseUrl }
const clock = systemClock()
const shop = await openShop({ config, clock, logger })
const app = await serve({ shop, clock, jobs: [], logger, version: 'bench', outbox: folder, hasPages: false })

type Caller = { readonly who: string; readonly cookie: string }
type Page = { readonly what: string; readonly path: string }
type Measured = Page & {
  readonly who: string
  readonly first: number
  readonly times: readonly number[]
  readonly sent: readonly SentStatement[]
}

try {
  const seeded = await seedBusyDesk(shop.pool, {
    now: clock.now(),
    events: EVENTS,
    organizations: ORGANISATIONS,
    members: MEMBERS,
    orders: ORDERS,
  })
  const { organizationId } = seeded
  const scope = { kind: 'organization', organizationId } as const
  const callers: readonly Caller[] = [
    { who: 'owner of the shop', cookie: await enter('owner@example.org', { role: 'OWNER', scope: { kind: 'shop' } }) },
    { who: 'owner of one organisation', cookie: await enter('one@example.org', { role: 'OWNER', scope }) },
    {
      who: 'desk of one event',
      cookie: await enter('desk@example.org', {
        role: 'DESK',
        scope: { kind: 'event', organizationId, eventId: seeded.largest },
      }),
    },
  ]
  const [owner, ...others] = callers
  if (!owner) throw new Error('no caller')
  const largest = String(seeded.largest)
  const home: Page = { what: 'home', path: `${paths.deskHomePath}?timeZone=Europe/Zurich` }
  const lists: readonly Page[] = [
    { what: 'events', path: paths.deskEventsPath },
    { what: 'events that are over', path: `${paths.deskEventsPath}?when=past` },
    { what: 'events found by "seeded-19"', path: `${paths.deskEventsPath}?search=seeded-19` },
    { what: 'orders', path: paths.deskOrdersPath },
    {
      what: 'people of the largest event',
      path: paths.pathTo(paths.deskAttendeesPath, { eventId: largest }),
    },
    { what: 'organisations', path: paths.deskOrganizationsPath },
    { what: 'passes', path: paths.deskPassesPath },
    { what: 'members', path: `${paths.deskMembersPath}?organizationId=${organizationId}` },
    { what: 'payments that need a person', path: paths.deskAttentionPath },
    {
      what: 'figures of the largest event',
      path: paths.pathTo(paths.deskEventFiguresPath, { eventId: largest }),
    },
  ]
  const measured: Measured[] = []
  for (const caller of [owner, ...others]) measured.push(await measure(app, home, caller))
  for (const page of lists) measured.push(await measure(app, page, owner))
  const [ofOwner] = measured
  record('desk-home', 'Home and lists of the desk', [
    await describeMachine(),
    '',
    `${whole(EVENTS)} events of ${whole(ORGANISATIONS)} organisations, half of them over, ${whole(MEMBERS)} members and ${whole(ORDERS)} orders of three tickets, three tenths of them`,
    `of one event that begins in five days. Each page as the server answers it, its session included: medians of ${ROUNDS} rounds, and the first of a process.`,
    '',
    ...table([
      ['', 'caller', 'first', 'median', 'statements', 'the longest of them'],
      ...measured.map(({ what, who, first, times, sent }) => [
        what,
        who,
        inMilliseconds(first),
        inMilliseconds(median(times)),
        String(sent.length),
        longestOf(sent),
      ]),
    ]),
    '',
    'How PostgreSQL carries out the longest statements of the home:',
    ...(await plansOf(ofOwner?.sent ?? [])),
  ])
} finally {
  await app.close()
  await shop.close()
  await dropDatabase(server.connection, name)
  await server.close()
  rmSync(folder, { recursive: true, force: true })
}

/** A member with a role, signed in; returns the cookie. */
async function enter(email: string, given: ScopedRole): Promise<string> {
  const invitation = { kind: 'INVITATION', email, language: 'en', given } as const
  const token = await transaction(shop.db, tx => makeLink(tx, invitation, clock.now()))
  const answer = await app.inject({
    method: 'POST',
    url: paths.pathTo(paths.deskLinkPath, { token }),
    headers: { 'sec-fetch-site': 'same-origin' },
    payload: { name: 'Grace Hopper', password: 'correct horse battery staple' },
  })
  const [cookie] = answer.cookies
  if (answer.statusCode !== 200 || !cookie) throw new Error(`no member: ${answer.statusCode} ${answer.body}`)
  return `${cookie.name}=${cookie.value}`
}

async function measure(to: FastifyInstance, page: Page, { who, cookie }: Caller): Promise<Measured> {
  const call = async (): Promise<number> => {
    const began = performance.now()
    const answer = await to.inject({ url: page.path, headers: { cookie } })
    if (answer.statusCode !== 200) throw new Error(`${page.path}: ${answer.statusCode} ${answer.body}`)
    return performance.now() - began
  }
  const first = await call()
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) times.push(await call())
  return { ...page, who, first, times, sent: await watchStatements(call) }
}

function longestOf(sent: readonly SentStatement[]): string {
  const [longest] = byTime(sent)
  return longest ? `${nameOf(longest)} ${inMilliseconds(longest.took)}` : ''
}

/** Of a statement without a name, how it begins. */
function nameOf({ name: called, text }: SentStatement): string {
  return called ?? `${text.replaceAll(/\s+/g, ' ').trim().slice(0, 40)}…`
}

function byTime(sent: readonly SentStatement[]): readonly SentStatement[] {
  return sent.toSorted((one, other) => other.took - one.took)
}

/** Each is carried out alone, with the values it was sent with. */
async function plansOf(sent: readonly SentStatement[]): Promise<string[]> {
  const lines: string[] = []
  for (const statement of byTime(sent).slice(0, SHOWN_PLANS)) {
    const { text, values } = statement
    const { rows } = await shop.pool.query<Record<string, string>>(`explain (analyze, costs off) ${text}`, [...values])
    lines.push('', `\`${nameOf(statement)}\`:`, '', '```', ...rows.map(row => row['QUERY PLAN'] ?? ''), '```')
  }
  return lines
}
