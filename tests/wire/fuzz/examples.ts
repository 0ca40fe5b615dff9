import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '#server/foundation/database/database.ts'
import { onServer } from '../../support/shop/on-server.ts'

/** The header in which a server says which route a request has reached. */
export const REACHED = 'x-reached-route'

/** Route to the bodies with which it did something. */
export type Examples = ReadonlyMap<string, readonly unknown[]>

type Sent = { readonly route: string; readonly body: unknown }

/**
 * Runs `act`. The servers that it makes record the bodies of all requests that did something, for as long as they are
 * open, and say in each answer which route was reached.
 */
export async function observed<Made>(act: () => Promise<Made>): Promise<[made: Made, sent: Sent[]]> {
  const sent: Sent[] = []
  const made = await onServer(act, app => {
    app.addHook('onRequest', async ({ routeOptions }, reply) => {
      reply.header(REACHED, routeOptions.url ?? 'none')
    })
    app.addHook('onResponse', async ({ method, routeOptions, body }: FastifyRequest, { statusCode }: FastifyReply) => {
      if (statusCode < 300 && body !== undefined) sent.push({ route: `${method} ${routeOptions.url}`, body })
    })
  })
  return [made, sent]
}

/** The bodies with names (`:ticketIdentifier`) in place of what they named: the same for any order, and the same in each run. */
export async function examplesOf(sent: readonly Sent[], db: Database): Promise<Examples> {
  const names = await namesOf(db)
  const examples = new Map<string, Map<string, unknown>>()
  for (const { route, body } of sent) {
    const named = renamed(body, text => names.get(text) ?? text)
    const ofRoute = examples.get(route) ?? new Map<string, unknown>()
    examples.set(route, ofRoute.set(JSON.stringify(named), named))
  }
  return new Map([...examples].map(([route, bodies]) => [route, [...bodies.values()]]))
}

/** Keys and texts of a JSON value given another name. */
export function renamed(value: unknown, nameOf: (text: string) => string): unknown {
  if (typeof value === 'string') return nameOf(value)
  if (Array.isArray(value)) return value.map(member => renamed(member, nameOf))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [nameOf(key), renamed(member, nameOf)]))
}

async function namesOf({ kysely }: Database): Promise<ReadonlyMap<string, string>> {
  const tickets = await kysely.selectFrom('ticket').select(['uuid', 'public_uuid']).execute()
  const reservations = await kysely.selectFrom('reservation').select('id').execute()
  return new Map([
    ...tickets.map(({ uuid }) => [uuid, ':paper'] as const),
    ...tickets.map(({ public_uuid }) => [public_uuid, ':ticketIdentifier'] as const),
    ...reservations.map(({ id }) => [id, ':reservationId'] as const),
  ])
}
