import type { CategoryRequest, EventFile } from '#contract/event-file.ts'
import { type Instant, after, hours } from '#domain/foundation/instant.ts'
import type { Shop } from '#server/catalog/context.ts'
import { ticketCodeHash } from '#server/order/order/good-ticket.ts'
import { aCategoryFile, aFreeEventFile, localTime } from '#tests/builders/event-file.ts'
import { SOME_DAY } from '#tests/builders/offer.ts'
import { paperTickets } from '../organiser/door.ts'
import type { Buyer } from './buyer.ts'
import { buy, infoOf, ticketsOf } from './purchase.ts'

/** Nine in the morning: all online events of the tests begin then and last until eleven. */
const NINE = after(SOME_DAY, hours(25))
export const at = (hour: number): Instant => after(NINE, hours(hour - 9))
export const local = (hour: number): string => localTime(NINE, { minutes: (hour - 9) * 60 })

export const call = (from: number, to: number, name = 'call') => ({
  link: `https://call.example/${name}`,
  validFrom: local(from),
  validTo: local(to),
})

let events = 0

/** Online, with a link from half past eight until half past eleven; say what matters. */
export function anOnlineEvent(
  changes: NonNullable<Parameters<typeof aFreeEventFile>[1]> & { readonly category?: CategoryRequest } = {},
): EventFile {
  const { category, ...more } = changes
  return aFreeEventFile(SOME_DAY, {
    slug: `online-${++events}`,
    format: 'ONLINE',
    startDate: local(9),
    endDate: local(11),
    onlineCallLinks: [call(8.5, 11.5)],
    categories: [aCategoryFile(SOME_DAY, { name: 'Everybody', price: 0, endSellingDate: local(9), ...category })],
    ...more,
  })
}

export type Joining = Readonly<Record<'order' | 'eventName' | 'ticketIdentifier' | 'hash', string>>

/** A ticket, and the hash that its holder has. */
export async function buyOnline(
  { shop, buyer }: { readonly shop: Shop; readonly buyer: Buyer },
  eventName: string,
  category = 'Everybody',
): Promise<Joining> {
  const order = await buy(buyer, eventName, { [category]: 1 }, { by: 'NONE' })
  const [ticket] = ticketsOf(await infoOf(buyer, order))
  const [paper] = await paperTickets(shop, order)
  if (!ticket || !paper) throw new Error('no ticket')
  return { order, eventName, ticketIdentifier: ticket.uuid, hash: ticketCodeHash(paper.code) }
}
