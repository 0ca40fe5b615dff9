import type { FastifyReply } from 'fastify'
import { readOffer } from '#server/catalog/catalog.ts'
import type { Shop } from '#server/context.ts'
import { tellObstacles } from './tell-obstacles.ts'

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
  const lacks = await tellLacks(shop, contextId)
  if (lacks.length > 0) reply.header('Foyer-Notes', escaped(JSON.stringify(lacks)))
}
