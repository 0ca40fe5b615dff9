import type { FastifyReply } from 'fastify'
import { readOffer } from '#server/catalog/catalog/catalog.ts'
import { findUnended } from '#server/catalog/catalog/find-unended.ts'
import type { Shop } from '#server/catalog/context.ts'
import { isUnpayable, tellObstacles } from './tell-obstacles.ts'

type Needs = Pick<Shop, 'db' | 'clock' | 'providers'>

/** What an event or pass lacks to be sold, in sentences for its organiser and the operator; empty where it lacks nothing. */
export async function tellLacks({ db, clock, providers }: Needs, contextId: number): Promise<readonly string[]> {
  const offer = await readOffer(db, contextId)
  if (!offer) return []
  const terms = offer.context.termsUrl === null ? [NO_TERMS] : []
  return [...tellObstacles(providers, offer, clock.now()), ...terms]
}

const NO_TERMS =
  'There are no terms for buyers to agree to: state termsAndConditionsUrl, or the setting GLOBAL_TERMS of the shop.'

/** Has more in it than a header may, but for what is escaped. */
const BEYOND_ASCII = /[^\x20-\x7e]/g

const escaped = (text: string): string =>
  text.replace(BEYOND_ASCII, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/**
 * Sends along what an event or pass lacks to be sold: the header `Foyer-Notes`, a JSON array of sentences. The body stays as
 * the organiser contract has it.
 */
export async function sendLacks(shop: Needs, reply: FastifyReply, contextId: number): Promise<void> {
  sendNotes(reply, await tellLacks(shop, contextId))
}

/** So many events and passes of an organisation are judged, and so many sentences fit into a header. */
const MOST_JUDGED = 50
const MOST_SENTENCES = 20

/**
 * The same after settings of an organisation have changed: which of its events and passes can't be paid, as `doctor` says it. Silent
 * about those that can be paid in one way at least.
 */
export async function sendUnpayable(shop: Needs, reply: FastifyReply, organizationId: number): Promise<void> {
  const { db, clock, providers } = shop
  const now = clock.now()
  const sentences: string[] = []
  for (const { id, name } of await findUnended(db, now, { limit: MOST_JUDGED, organizationId })) {
    const offer = await readOffer(db, id)
    const obstacles = offer ? tellObstacles(providers, offer, now) : []
    if (isUnpayable(obstacles)) sentences.push(...obstacles.map(sentence => `${name}: ${sentence}`))
  }
  sendNotes(reply, sentences.slice(0, MOST_SENTENCES))
}

function sendNotes(reply: FastifyReply, sentences: readonly string[]): void {
  if (sentences.length > 0) reply.header('Foyer-Notes', escaped(JSON.stringify(sentences)))
}
