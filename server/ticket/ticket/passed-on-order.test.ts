import { describe, expect, test } from 'vitest'
import { getReservation } from '#contract/booking.ts'
import {
  downloadTicket,
  getFullTicket,
  getTicket,
  getTicketCode,
  releaseTicket,
  sendTicketByEmail,
  updateTicket,
} from '#contract/ticket.ts'
import { aFreeEventFile, aQuestionFile, localTime } from '#tests/builders/event-file.ts'
import { type Buyer, aBuyer } from '#tests/support/buyer/buyer.ts'
import { ADA, buy, hold, infoOf, pay, sendDetails, ticketsOf } from '#tests/support/buyer/purchase.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const clock = manualClock()
const { url, apiKey, shop } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const free = { seats: 100, settings: { ALLOW_FREE_TICKETS_CANCELLATION: true } }
const event = await organiser.open(aFreeEventFile(clock.now(), free))
const CAROL = { firstName: 'Carol', lastName: 'Shaw', email: 'carol@example.org' }
const DAVE = { firstName: 'Dave', lastName: 'Cutler', email: 'dave@example.org' }
const buyer = aBuyer(url)

const at = (ticketIdentifier: string, eventName = event) => ({ params: { eventName, ticketIdentifier } })

async function bought(eventName = event): Promise<{ readonly order: string; readonly id: string }> {
  const order = await buy(buyer, eventName, { Everybody: 1 }, { by: 'NONE' })
  return { order, id: ticketsOf(await infoOf(buyer, order))[0]?.uuid ?? '' }
}

const listed = async (order: string) => ticketsOf(await infoOf(buyer, order))[0]

/** The id that the mail of the ticket brought to this address. */
async function mailedId(order: string, email: string): Promise<string> {
  const { text_body: text } = await shop.db.kysely
    .selectFrom('mail')
    .select('text_body')
    .where('reservation_id', '=', order)
    .where('recipient', '=', email)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return /\/ticket\/([0-9a-f-]{36})\/view/.exec(text)?.[1] ?? ''
}

const NOTHING = { getTicket: 404, getFullTicket: 404, code: 403, pdf: 403, mail: 404, put: 404, delete: 404 }
const EVERYTHING = { getTicket: 200, getFullTicket: 200, code: 200, pdf: 200, mail: 200, put: 200, delete: 200 }

async function opened(who: Buyer, id: string, eventName = event) {
  const holder = await who.ask(getTicket, at(id, eventName))
  return {
    getTicket: holder.status,
    getFullTicket: (await who.ask(getFullTicket, at(id, eventName))).status,
    code: (await who.ask(getTicketCode, at(id, eventName))).status,
    pdf: (await who.ask(downloadTicket, at(id, eventName))).status,
    mail: (await who.ask(sendTicketByEmail, at(id, eventName))).status,
    // The same names again: the ticket stays whose it is.
    put: (await who.ask(updateTicket, { ...at(id, eventName), body: CAROL })).status,
    delete: (await who.ask(releaseTicket, at(id, eventName))).status,
  }
}

describe('a ticket whose address has changed', () => {
  test('is opened by the id that was mailed to its new holder, and by no other', async () => {
    const { order, id } = await bought()
    const holder = aBuyer(url)
    await holder.expect(updateTicket, 200, { ...at(id), body: CAROL })
    const mailed = await mailedId(order, CAROL.email)
    const shown = (await listed(order))?.uuid ?? ''
    expect(shown).not.toBe(mailed)
    for (const who of [aBuyer(url), buyer]) {
      expect(await opened(who, shown)).toEqual(NOTHING)
      expect(await opened(who, id)).toEqual(NOTHING)
    }
    expect(await opened(aBuyer(url), mailed)).toEqual(EVERYTHING)
  })

  test('is named in its order by its new holder alone: no address, no answers, no document, no id that opens it', async () => {
    const eventName = await organiser.open(
      aFreeEventFile(clock.now(), {
        slug: 'asked',
        seats: 20,
        additionalInfo: [aQuestionFile({ name: 'diet', type: 'GENERIC_TEXT' })],
        additionalServices: [
          {
            type: 'SUPPLEMENT',
            supplementPolicy: 'MANDATORY_ONE_FOR_TICKET',
            title: [{ lang: 'en', body: 'Bag' }],
            price: 0,
            fixPrice: true,
            inception: localTime(clock.now(), { days: -1 }),
          },
        ],
      }),
    )
    const { order, id } = await bought(eventName)
    const body = { ...CAROL, additional: { diet: ['secret diet'] } }
    await aBuyer(url).expect(updateTicket, 200, { ...at(id, eventName), body })
    const mailed = await mailedId(order, CAROL.email)
    const info = await buyer.expect(getReservation, 200, { params: { reservationId: order } })
    const text = JSON.stringify(info)
    for (const secret of [mailed, CAROL.email, 'secret diet']) expect(text).not.toContain(secret)
    expect(ticketsOf(info)[0]).toMatchObject({
      uuid: id,
      fullName: 'Carol Shaw',
      email: null,
      assigned: true,
      locked: true,
      passedOn: true,
      downloadEnabled: false,
      sendMailEnabled: false,
      cancellationEnabled: false,
      walletConfiguration: { gWalletEnabled: false, passEnabled: false },
    })
    expect(info.additionalServiceWithData.map(({ ticketUUID }) => ticketUUID)).toEqual([id])
    const own = await aBuyer(url).expect(getFullTicket, 200, at(mailed, eventName))
    expect(own.tickets[0]).toMatchObject({ uuid: mailed, email: CAROL.email, passedOn: false, downloadEnabled: true })
    expect(JSON.stringify(own)).toContain('secret diet')
  })

  test('is read by the session that passed it on for ten minutes, without its new id', async () => {
    const { order, id } = await bought()
    const holder = aBuyer(url)
    await holder.expect(updateTicket, 200, { ...at(id), body: CAROL })
    const full = await holder.expect(getFullTicket, 200, at(id))
    expect(full.tickets[0]).toMatchObject({ uuid: id, fullName: 'Carol Shaw', email: null, passedOn: true })
    expect(JSON.stringify(full)).not.toContain(await mailedId(order, CAROL.email))
    expect(await opened(holder, id)).toEqual({ ...NOTHING, getFullTicket: 200 })
  })

  test('keeps the name it has in its order when it is passed on again, and belongs to the last holder alone', async () => {
    const { order, id } = await bought()
    await aBuyer(url).expect(updateTicket, 200, { ...at(id), body: CAROL })
    const carols = await mailedId(order, CAROL.email)
    await aBuyer(url).expect(updateTicket, 200, { ...at(carols), body: DAVE })
    expect(await listed(order)).toMatchObject({ uuid: id, passedOn: true })
    expect(await opened(aBuyer(url), carols)).toEqual(NOTHING)
    const daves = await mailedId(order, DAVE.email)
    expect(await aBuyer(url).expect(getTicket, 200, at(daves))).toMatchObject({ email: DAVE.email })
  })

  test('is the order’s again when it is passed back to the address of the order', async () => {
    const { order, id } = await bought()
    const contact = (await infoOf(buyer, order)).email ?? ''
    await aBuyer(url).expect(updateTicket, 200, { ...at(id), body: CAROL })
    const carols = await mailedId(order, CAROL.email)
    const body = { firstName: 'Ada', lastName: 'Lovelace', email: contact.toUpperCase() }
    await aBuyer(url).expect(updateTicket, 200, { ...at(carols), body })
    const shown = await listed(order)
    expect(shown).toMatchObject({ passedOn: false, downloadEnabled: true })
    expect(shown?.uuid).toBe(await mailedId(order, contact.toUpperCase()))
  })

  test('is free without a trace once its new holder releases it', async () => {
    const order = await buy(buyer, event, { Everybody: 2 }, { by: 'NONE' })
    const [first] = ticketsOf(await infoOf(buyer, order))
    await aBuyer(url).expect(updateTicket, 200, { ...at(first?.uuid ?? ''), body: CAROL })
    await aBuyer(url).expect(releaseTicket, 200, at(await mailedId(order, CAROL.email)))
    const left = await shop.db.kysely
      .selectFrom('ticket')
      .select('id')
      .where('reservation_id', 'is', null)
      .where('id_in_order', 'is not', null)
      .execute()
    expect(left).toEqual([])
    expect(ticketsOf(await infoOf(buyer, order)).map(({ passedOn }) => passedOn)).toEqual([false])
  })

  test('is mailed to its new holder also where tickets are not mailed by themselves: no one else has it', async () => {
    const settings = { SEND_TICKETS_AUTOMATICALLY: false }
    const eventName = await organiser.open(aFreeEventFile(clock.now(), { slug: 'unmailed', seats: 20, settings }))
    const { order, id } = await bought(eventName)
    await aBuyer(url).expect(updateTicket, 200, { ...at(id, eventName), body: CAROL })
    const mailed = await mailedId(order, CAROL.email)
    expect(await aBuyer(url).expect(getTicket, 200, at(mailed, eventName))).toMatchObject({ email: CAROL.email })
  })

  test('stays with the buyer as well where the organiser has it so', async () => {
    const settings = { PASSED_ON_TICKETS_STAY_WITH_BUYER: true }
    const eventName = await organiser.open(aFreeEventFile(clock.now(), { slug: 'kept', seats: 20, settings }))
    const { order, id } = await bought(eventName)
    const holder = aBuyer(url)
    await holder.expect(updateTicket, 200, { ...at(id, eventName), body: CAROL })
    const mailed = await mailedId(order, CAROL.email)
    expect(await listed(order)).toMatchObject({
      uuid: mailed,
      email: CAROL.email,
      passedOn: false,
      downloadEnabled: true,
      sendMailEnabled: true,
    })
    // The former holder has it no more, buyer or not: the old link is the old holder's.
    const full = await holder.expect(getFullTicket, 200, at(id, eventName))
    expect(JSON.stringify(full)).not.toContain(mailed)
  })
})

describe('everything stays with the order of the buyer', () => {
  test('when a holder is named for the first time, whatever the address', async () => {
    const order = await hold(buyer, event, { Everybody: 1 })
    await sendDetails(buyer, order, { ...ADA, postponeAssignment: true, tickets: {} })
    await pay(buyer, order, { termAndConditionsAccepted: true, selectedPaymentMethod: 'NONE' })
    const id = (await listed(order))?.uuid ?? ''
    await aBuyer(url).expect(updateTicket, 200, { ...at(id), body: CAROL })
    const shown = { uuid: id, email: CAROL.email, passedOn: false, downloadEnabled: true, sendMailEnabled: true }
    expect(await listed(order)).toMatchObject(shown)
  })

  test('when a name is corrected, which the order lists by its new id', async () => {
    const { order, id } = await bought()
    const { email } = (await listed(order)) ?? {}
    const holder = aBuyer(url)
    const body = { firstName: 'Augusta Ada', lastName: 'Lovelace', email: email?.toUpperCase() ?? '' }
    await holder.expect(updateTicket, 200, { ...at(id), body })
    const shown = await listed(order)
    expect(shown).toMatchObject({ fullName: 'Augusta Ada Lovelace', passedOn: false, downloadEnabled: true })
    expect(shown?.uuid).not.toBe(id)
    expect((await holder.expect(getFullTicket, 200, at(id))).tickets[0]?.uuid).toBe(shown?.uuid)
    expect(await buyer.expect(getTicket, 200, at(shown?.uuid ?? ''))).toMatchObject({ email: body.email })
  })
})
