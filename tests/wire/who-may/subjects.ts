import { readdir } from 'node:fs/promises'
import { createApiKey } from '#contract/organiser.ts'
import { pathTo } from '#contract/paths.ts'
import { applePassPath, appleSubscriptionPath } from '#contract/ticket-paths.ts'
import { getFullTicket } from '#contract/ticket.ts'
import { MAIL_PREVIEWS, slugOf } from '#server/operation/development/mail-previews.ts'
import type { Shop } from '#server/catalog/context.ts'
import { aBuyer } from '../../support/buyer/buyer.ts'
import { buy, infoOf, ticketsOf } from '../../support/buyer/purchase.ts'
import { PASS_TYPE_IDENTIFIER } from '../../support/documents/wallets.ts'
import { readPass } from '../../support/documents/read-pass.ts'
import { paperTickets } from '../../support/organiser/door.ts'
import { checkIn } from '../../support/organiser/polls.ts'
import { type Credentials, OTHER_PERSON, keyed } from './people.ts'
import type { Which } from './routes.ts'
import { type Setting, order } from './setting.ts'

/** Values for the parameters of addresses and bodies, by their names. */
export type Values = Readonly<Record<string, string>>

/** What does not exist, in the form of what does. */
const NONE = '00000000-0000-4000-8000-00000000000a'
const NO_NUMBER = '999999'

/** What is the same whichever order is asked about. */
const FIXED = {
  purchaseContextType: 'event',
  lang: 'en',
  locale: 'en',
  language: 'en',
  method: 'CREDIT_CARD',
  format: 'ubl',
  operation: 'confirm',
  device: 'telephone-1',
  index: '0',
  passTypeIdentifier: PASS_TYPE_IDENTIFIER,
}

/** Everything an address may name, and none of it exists. */
export const MADE_UP: Values = new Proxy<Values>(
  {
    ...FIXED,
    id: NONE,
    ...Object.fromEntries(
      ['organizationId', 'spareOrganization', 'eventId', 'pollId', 'optionId', 'reviewId'].map(name => [
        name,
        NO_NUMBER,
      ]),
    ),
    pin: 'AAAAAA',
    '*': 'nothing',
    organization: NO_NUMBER,
  },
  { get: (values, name: string) => values[name] ?? NONE },
)

/** What there is beside orders. */
export async function standingValues(setting: Setting): Promise<Values> {
  const { served, offers, organiser } = setting
  const { shop, url, apiKey, outbox, runJobs } = served
  const { kysely } = shop.db
  const { id: pollId } = await kysely.selectFrom('poll').select('id').executeTakeFirstOrThrow()
  const { id: optionId } = await kysely.selectFrom('poll_option').select('id').executeTakeFirstOrThrow()
  const digest = 'd'.repeat(64)
  const file = { digest, content_type: 'image/png', content: Buffer.from('x'), created_at: new Date(shop.clock.now()) }
  await kysely.insertInto('file').values(file).execute()
  const { organizationId } = organiser
  const { apiKey: spareKey } = await aBuyer(url, keyed(apiKey)).expect(createApiKey, 200, {
    params: { id: organizationId },
    body: { type: 'SPONSOR' },
  })
  const joined = await buy(aBuyer(url), offers.online, { Everybody: 1 }, { by: 'NONE' })
  const onlineTicket = ticketsOf(await infoOf(aBuyer(url), joined))[0]?.uuid ?? ''
  const { ticketCodeHash } = await aBuyer(url).expect(getFullTicket, 200, {
    params: { eventName: offers.online, ticketIdentifier: onlineTicket },
  })
  await runJobs()
  const [preview] = MAIL_PREVIEWS
  return {
    ...FIXED,
    ...(await namesOfEvent(shop, offers.event)),
    organizerSlug: 'alpine-systems',
    code: 'TENOFF10',
    pollId: String(pollId),
    optionId: String(optionId),
    organizationId: String(organizationId),
    organization: String(organizationId),
    spareOrganization: String(offers.spareOrganization),
    spareEvent: offers.spareEvent,
    sparePass: offers.sparePass.publicId,
    apiKey: spareKey,
    digest,
    pin: await pinOfCheckedIn(setting),
    reviewId: await aReview(
      shop,
      await order(setting, { buyer: setting.nobody, person: OTHER_PERSON, which: 'receipted' }),
    ),
    requestId: await aListOfOrders(shop, offers.event),
    onlineName: offers.online,
    onlineTicket,
    onlineCode: ticketCodeHash ?? '',
    picture: 'email/add-to-apple-wallet-button.png',
    asset: await firstFile('assets'),
    embedded: await firstFile('embed'),
    mail: ((await readdir(outbox))[0] ?? '').replace(/\.[^.]*$/, ''),
    leaveKey: await keyOfWaitingPerson(shop, offers.event),
    preview: preview ? slugOf(preview) : '',
  }
}

async function keyOfWaitingPerson({ catalog, clock, db }: Shop, event: string): Promise<string> {
  const offered = await catalog.offeredEvent(event)
  const { leave_key } = await db.kysely
    .insertInto('waiting_list_entry')
    .values({
      event_id: offered?.context.id ?? 0,
      kind: 'SOLD_OUT',
      first_name: 'Wanda',
      last_name: 'Waiting',
      email: 'wanda@waiting.example',
      language: 'en',
      created_at: new Date(clock.now()),
    })
    .returning('leave_key')
    .executeTakeFirstOrThrow()
  return leave_key
}

/** Each parameter that names an event. */
export async function namesOfEvent({ catalog }: Shop, event: string): Promise<Values> {
  const offered = await catalog.offeredEvent(event)
  const names = ['shortName', 'eventName', 'slug', 'eventKey', 'publicIdentifier']
  return { ...Object.fromEntries(names.map(name => [name, event])), eventId: String(offered?.context.id) }
}

async function firstFile(folder: string): Promise<string> {
  const entries = await readdir(new URL(`../../../dist/client/${folder}/`, import.meta.url), { withFileTypes: true })
  return entries.find(entry => entry.isFile())?.name ?? ''
}

/** An order, and what is known of it. */
export type Subject = {
  readonly values: Values
  /** What the telephone shows that keeps its ticket or pass. */
  readonly telephone: Credentials
  /** What no other caller may learn: ids. */
  readonly secrets: readonly string[]
}

/** Everything that can be named of an order of `whose`. */
export async function subjectOf(
  setting: Setting,
  { whose, which, id }: { readonly whose: Credentials; readonly which: Which; readonly id: string },
): Promise<Subject> {
  const { served, offers } = setting
  const { kysely } = served.shop.db
  const [ticket] = await kysely
    .selectFrom('ticket')
    .select(['uuid', 'public_uuid'])
    .where('reservation_id', '=', id)
    .execute()
  const [bought] = await kysely
    .selectFrom('bought_pass')
    .select(['id', 'public_id'])
    .where('reservation_id', '=', id)
    .execute()
  const isInvoicedPass = which === 'invoicedPass'
  const values = {
    reservationId: id,
    id: (isInvoicedPass ? offers.invoicedPass : offers.pass).publicId,
    ...(ticket && {
      ticketIdentifier: ticket.public_uuid,
      uuid: ticket.public_uuid,
      paper: ticket.uuid,
      UUID: ticket.uuid,
    }),
    ...(bought && { boughtId: bought.public_id, subscriptionToDelete: bought.id }),
    ...(bought && { purchaseContextType: 'subscription', publicIdentifier: offers.pass.publicId }),
  }
  const secrets = [id, ...[ticket, bought].flatMap(row => (row ? Object.values(row) : []))]
  if (which === 'invoiced') {
    const [paper] = await paperTickets(served.shop, id)
    const kept = await keptBy(
      setting,
      pathTo(applePassPath, { eventName: offers.event, uuid: values.uuid ?? '' }),
      whose,
    )
    return { ...kept, values: { ...values, ...kept.values, qrCode: paper?.code ?? '' }, secrets }
  }
  if (which === 'pass') {
    const kept = await keptBy(
      setting,
      pathTo(appleSubscriptionPath, { id: offers.pass.publicId, reservationId: id }),
      whose,
    )
    return { ...kept, values: { ...values, ...kept.values }, secrets }
  }
  return { values, telephone: {}, secrets }
}

/** What a telephone finds in the pass that it keeps. */
async function keptBy({ served, certificates }: Setting, path: string, headers: Credentials) {
  const answer = await fetch(served.url + path, { headers })
  const { pass } = await readPass(await answer.bytes(), certificates.root)
  return {
    values: { serialNumber: String(pass['serialNumber']) },
    telephone: { authorization: `ApplePass ${String(pass['authenticationToken'])}` },
  }
}

/** Checks an attendee in; the PIN of the ticket. */
async function pinOfCheckedIn(setting: Setting): Promise<string> {
  const id = await order(setting, { buyer: setting.nobody, person: OTHER_PERSON, which: 'receipted' })
  return (await checkIn(setting.served.shop.db, id))[0] ?? ''
}

/** A list of imported orders that belong to no account. */
async function aListOfOrders({ db }: Shop, event: string): Promise<string> {
  const { rows } = await db.pool.query<{ id: string }>(
    `with list as (insert into order_import (event_id, created_at) select id, now() from event where short_name = $1 returning id)
     insert into order_import_row (import_id, place, status) select id, 0, 'REFUSED' from list returning import_id as id`,
    [event],
  )
  return rows[0]?.id ?? ''
}

/** A payment that a person has to look at. */
async function aReview({ db }: Shop, id: string): Promise<string> {
  const { rows } = await db.pool.query<{ id: string }>(
    `with payment as (
       insert into payment_transaction (order_id, purchase_context_id, proxy, status, amount, currency, description, created_at)
       select $1, purchase_context_id, 'STRIPE', 'RETURNED', 1, 'CHF', '', now() from reservation where id = $1 returning id)
     insert into payment_review (transaction_id, reason, since) select id, 'OTHER_SUM', now() from payment returning id`,
    [id],
  )
  return String(rows[0]?.id)
}
