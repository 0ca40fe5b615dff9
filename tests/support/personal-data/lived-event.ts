import { sql } from 'kysely'
import type { EventFile } from '#contract/event-file.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import type { Shop } from '#server/catalog/context.ts'
import {
  aCategoryFile,
  aHiddenCategoryFile,
  aPromoCodeFile,
  aQuestionFile,
  anEventFile,
} from '../../builders/event-file.ts'
import { linkGroup } from '../organiser/attendee-group.ts'
import type { Buyer } from '../buyer/buyer.ts'
import { PRIVATE_INVOICE } from '../organiser/invoice.ts'
import { ADA, PAY_BY, filledIn, hold, infoOf, pay, sendDetails, ticketsOf } from '../buyer/purchase.ts'

/** An event at which everything has happened that leaves traces of people. */

/** Invoices, a hidden category, a code and a question; say what matters. */
export function aLivelyEvent(now: Instant, slug: string, settings: NonNullable<EventFile['settings']> = {}): EventFile {
  return anEventFile(now, {
    slug,
    settings: { VAT_NR: 'CHE-123.456.788', INVOICE_ADDRESS: 'Via Nassa 12\n6900 Lugano', ...settings },
    categories: [aCategoryFile(now), aHiddenCategoryFile(now)],
    promoCodes: [aPromoCodeFile()],
    additionalInfo: [aQuestionFile({ type: 'GENERIC_TEXT' })],
  })
}

export type Lived = { readonly paid: string; readonly waiting: string; readonly tickets: readonly string[] }

/** One order with an invoice that is paid at the desk, one that waits for its transfer, and what people left besides. */
export async function liveThrough(shop: Shop, buyer: Buyer, shortName: string): Promise<Lived> {
  const { context: event } = await eventOf(shop, shortName)
  const paid = await order(buyer, shortName, 'ON_SITE')
  const waiting = await order(buyer, shortName, 'OFFLINE')
  const tickets = ticketsOf(await infoOf(buyer, paid)).map(({ uuid }) => uuid)
  await shop.db.kysely
    .insertInto('waiting_list_entry')
    .values({
      event_id: event.id,
      kind: 'SOLD_OUT',
      first_name: 'Wanda',
      last_name: 'Waiting',
      email: `wanda@${shortName}.example`,
      language: 'en',
      created_at: new Date(shop.clock.now()),
    })
    .execute()
  await linkGroup(shop.db, shortName, { members: [`member@${shortName}.example`] })
  await leaveTraces(shop, event.id)
  return { paid, waiting, tickets }
}

async function eventOf(shop: Shop, shortName: string) {
  const offer = await shop.catalog.offeredEvent(shortName)
  if (!offer) throw new Error(`there is no event ${shortName}`)
  return offer
}

async function order(buyer: Buyer, shortName: string, by: keyof typeof PAY_BY): Promise<string> {
  const id = await hold(buyer, shortName, { Conference: 2 })
  const form = filledIn(await infoOf(buyer, id))
  const tickets = Object.fromEntries(
    Object.entries(form.tickets ?? {}).map(([uuid, holder]) => [uuid, { ...holder, additional: { meal: ['vegan'] } }]),
  )
  const answer = await sendDetails(buyer, id, {
    ...form,
    tickets,
    ...PRIVATE_INVOICE,
    customerReference: `of ${ADA.firstName}`,
  })
  if (answer.status !== 200) throw new Error(`the details were refused: ${JSON.stringify(answer.value)}`)
  const paid = await pay(buyer, id, PAY_BY[by])
  if (paid.status !== 200) throw new Error(`Pay was refused: ${JSON.stringify(paid.value)}`)
  return id
}

/** What comes about at the door, in wallets and by hand. */
async function leaveTraces(shop: Shop, eventId: number): Promise<void> {
  const { kysely } = shop.db
  const at = new Date(shop.clock.now())
  const sold = sql`ticket where event_id = ${eventId} and status in ('ACQUIRED', 'TO_BE_PAID')`
  await sql`
    insert into check_in_scan (event_id, ticket_uuid, at, scanned_by, operation, status)
    select event_id, uuid, ${at}, 'Door of Dora', 'SCAN', 'SUCCESS' from ${sold}`.execute(kysely)
  await sql`
    insert into sponsor_scan (event_id, operator, ticket_uuid, at, notes, lead_status)
    select event_id, 'Sam', uuid, ${at}, 'wants a call', 'WARM' from ${sold}`.execute(kysely)
  await sql`
    with pass as (
      insert into wallet_pass (kind, purchase_context_id, category_id, reservation_id, serial_number, public_id,
        holder_number, object_id, changed_at)
      select 'GOOGLE', event_id, category_id, reservation_id, uuid, public_uuid, 0, 'issuer.' || uuid, ${at}
      from ${sold} returning id
    )
    insert into wallet_registration (pass_id, device, push_token) select id, 'phone', 'token' from pass`.execute(kysely)
  await sql`
    insert into attendee_group_place (ticket_id, link_id, member_id)
    select ticket.id, link.id, member.id
    from ticket join attendee_group_link as link on link.event_id = ticket.event_id
      join attendee_group_member as member on member.group_id = link.group_id
    where ticket.event_id = ${eventId} and ticket.status in ('ACQUIRED', 'TO_BE_PAID')`.execute(kysely)
  await sql`
    update token set recipient_name = 'Tess', recipient_email = 'tess@example.org'
    where category_id in (select id from ticket_category where event_id = ${eventId})`.execute(kysely)
  await sql`update promo_code set email_reference = 'partner@example.org' where event_id = ${eventId}`.execute(kysely)
}
