import { beforeEach, describe, expect, test } from 'vitest'
import { backToBooking, getReservationStatus, resendReservationEmail } from '#contract/booking.ts'
import { downloadInvoice, downloadPassInvoice, downloadPassReceipt } from '#contract/invoice.ts'
import { redirectSubscriptionReservation } from '#contract/pages.ts'
import { getOpenReservations } from '#contract/own.ts'
import { reserveSubscription } from '#contract/subscription.ts'
import { after, days, minutes } from '#domain/foundation/instant.ts'
import { expireReservations } from '#server/checkout/reservation/hold/expire.ts'
import { SOME_DAY } from '#tests/builders/offer.ts'
import { type PassToStore, storePass } from '#tests/builders/stored-passes.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { buyPass, holdPass, passOf, passReadyToPay } from '#tests/support/buyer/pass-purchase.ts'
import { ADA, PAY_BY, cancel, codesOf, infoOf, pay, sendDetails, statusOf } from '#tests/support/buyer/purchase.ts'
import { lettersOf } from '#tests/support/buyer/sent-mails.ts'
import { countAudit, inconsistencies, mailsOf } from '#tests/support/database/consistency.ts'
import { BUSINESS_INVOICE, PRIVATE_INVOICE, SELLER_IN_BERLIN } from '#tests/support/organiser/invoice.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const clock = manualClock()
const { url, apiKey, shop, runJobs } = await testShop({ clock })
const { organizationId } = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)

beforeEach(() => clock.set(SOME_DAY))

const put = (pass: Partial<PassToStore> = {}) => storePass(shop, { organizationId, ...pass })
const ask = (id: string) => buyer.ask(reserveSubscription, { params: { id } })
const BERLIN = Object.fromEntries(Object.entries(SELLER_IN_BERLIN).map(([key, value]) => [key, String(value)]))
const GRACE = { firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.org' }
const FOR_GRACE = { differentSubscriptionOwner: true, subscriptionOwner: GRACE }

const SOLD_OUT = 'show-subscription.sold-out.message'

async function isConsistent(): Promise<void> {
  expect(await inconsistencies(shop.db)).toEqual([])
}

describe('reserving a pass', () => {
  test('holds one in the language of the buyer, as far as the pass has it, and the visit finds it again', async () => {
    const { publicId } = await put({ maxEntries: 2 })
    expect(
      (await infoOf(buyer, await holdPass(buyer, publicId, 'fr;q=0.9, de-CH;q=0.8, en;q=0.1'))).orderSummary,
    ).toMatchObject({ summary: [{ name: 'Saisonkarte' }] })
    const id = await holdPass(buyer, publicId.toUpperCase(), 'it')
    const info = await infoOf(buyer, id)
    expect(info).toMatchObject({
      id,
      status: 'PENDING',
      validatedBookingInformation: false,
      validity: after(clock.now(), minutes(25)),
      ticketsByCategory: [],
      additionalServiceWithData: [],
      containsCategoriesLinkedToGroups: false,
      orderSummary: {
        summary: [{ type: 'SUBSCRIPTION', name: 'Season pass', amount: 1, price: '100.00', subTotal: '100.00' }],
        totalPrice: '100.00',
        totalVAT: '7.49',
        free: false,
        descriptionForPayment: '1 x Season pass',
      },
      activePaymentMethods: { BANK_TRANSFER: { paymentProxy: 'OFFLINE' } },
      subscriptionInfos: [
        {
          id: null,
          pin: null,
          usageDetails: { total: 2, used: 0, available: 2 },
          owner: { firstName: null, lastName: null, email: null },
          configuration: { displayPin: true },
          additionalFields: [],
        },
      ],
    })
    await isConsistent()
  })

  test('is refused for an unknown pass, and for a disabled one', async () => {
    const { publicId } = await put({ status: 'DISABLED' })
    for (const id of [publicId, crypto.randomUUID(), 'nonsense']) expect((await ask(id)).status).toBe(404)
  })

  test('is refused as sold out when none is left, until one is cancelled', async () => {
    const { publicId } = await put({ maxAvailable: 1 })
    const id = await holdPass(buyer, publicId)
    const refused = await ask(publicId)
    expect(refused.status).toBe(422)
    expect(refused.value).toMatchObject({ validationErrors: [{ fieldName: 'request', code: SOLD_OUT }], value: null })
    await cancel(buyer, id)
    expect(await statusOf(buyer, id)).toBeUndefined()
    const next = await holdPass(buyer, publicId)
    clock.move(minutes(40))
    expect(await expireReservations(shop)).toBeGreaterThan(0)
    expect(await statusOf(buyer, next)).toBeUndefined()
    await holdPass(buyer, publicId)
    await isConsistent()
  })

  test.each<[string, number, number | null, boolean]>([
    ['before its sale', 1, null, false],
    ['at the first moment of its sale', 0, null, true],
    ['at the end of its sale', -days(2), 0, false],
    ['just before the end', -days(2), 1, true],
  ])('%s', async (_, start, end, isSold) => {
    const now = clock.now()
    const onSale = { start: after(now, start), end: end === null ? null : after(now, end) }
    const { publicId } = await put({ onSale })
    expect(codesOf(await ask(publicId))).toEqual(isSold ? [] : [SOLD_OUT])
  })

  test('is refused when no provider could take the money', async () => {
    const { publicId } = await put({ proxies: [] })
    expect(codesOf(await ask(publicId))).toEqual(['error.STEP_1_CATEGORIES_NOT_COMPATIBLE'])
    await holdPass(buyer, (await put({ proxies: [], price: 0n })).publicId)
  })

  test('reads no body', async () => {
    const { publicId } = await put()
    await buyer.arrive()
    for (const body of [{}, [], 'x', 7, null, { reservation: [{ ticketCategoryId: 1, quantity: 9 }] }]) {
      const ask = { params: { id: publicId }, body }
      expect((await buyer.ask(reserveSubscription, ask)).status).toBe(200)
    }
  })

  test('goes by the pass as it is now, when another process has edited it meanwhile', async () => {
    const { id, publicId } = await put({ maxAvailable: 5 })
    await holdPass(buyer, publicId)
    await shop.db.kysely.updateTable('pass').set({ price: 7_000n }).where('id', '=', id).execute()
    expect((await infoOf(buyer, await holdPass(buyer, publicId))).orderSummary.totalPrice).toBe('70.00')
    await isConsistent()
  })
})

describe('the details of a pass', () => {
  test('name another owner, who is kept whatever is wrong, and erased when the buyer takes it', async () => {
    const { publicId } = await put()
    const id = await holdPass(buyer, publicId)
    const send = async (owner: object, rest: object = {}) =>
      codesOf(
        await sendDetails(buyer, id, {
          ...ADA,
          tickets: {},
          differentSubscriptionOwner: true,
          subscriptionOwner: owner,
          ...rest,
        }),
      )
    const blank = await sendDetails(buyer, id, {
      ...ADA,
      differentSubscriptionOwner: true,
      subscriptionOwner: { firstName: ' ' },
    })
    expect(blank).toMatchObject({
      status: 422,
      value: {
        validationErrors: [
          { fieldName: 'subscriptionOwner.firstName', code: 'error.STEP_2_EMPTY_FIRSTNAME' },
          { fieldName: 'subscriptionOwner.lastName', code: 'error.STEP_2_EMPTY_LASTNAME' },
          { fieldName: 'subscriptionOwner.email', code: 'error.STEP_2_EMPTY_EMAIL' },
        ],
      },
    })
    expect(await send({ ...GRACE, email: 'nonsense' })).toEqual(['error.STEP_2_INVALID_EMAIL'])
    expect((await passOf(buyer, id)).owner).toEqual({ ...GRACE, email: 'nonsense' })
    expect((await infoOf(buyer, id)).validatedBookingInformation).toBe(false)
    expect(await send({ ...GRACE, firstName: 'x'.repeat(300) })).toEqual(['error.STEP_2_MAX_LENGTH_FIRSTNAME'])
    expect(await send(GRACE)).toEqual([])
    expect((await passOf(buyer, id)).owner).toEqual(GRACE)
    expect((await infoOf(buyer, id)).validatedBookingInformation).toBe(true)
    await buyer.ask(backToBooking, { params: { reservationId: id } })
    expect((await infoOf(buyer, id)).validatedBookingInformation).toBe(false)
    expect(await send(GRACE, { differentSubscriptionOwner: false })).toEqual([])
    expect((await passOf(buyer, id)).owner).toEqual({ firstName: null, lastName: null, email: null })
    await isConsistent()
  })

  test('are refused when they name tickets', async () => {
    const id = await holdPass(buyer, (await put()).publicId)
    const answer = await sendDetails(buyer, id, { ...ADA, tickets: { [crypto.randomUUID()]: ADA } })
    expect(codesOf(answer)).toEqual(['error.generic'])
  })

  test('answer the questions of the pass, and the answers are kept', async () => {
    const { id: contextId, publicId } = await put()
    const question = (name: string, ordinal: number, required: boolean) => ({
      purchase_context_id: contextId,
      name,
      type: 'TEXT' as const,
      required,
      editable: true,
      label: JSON.stringify({ en: name }),
      ordinal,
    })
    await shop.db.kysely
      .insertInto('additional_field')
      .values([question('member', -1, true), question('club', 1, false)])
      .execute()
    const id = await holdPass(buyer, publicId)
    const missing = await sendDetails(buyer, id, { ...ADA, tickets: {} })
    expect(missing).toMatchObject({
      value: { validationErrors: [{ fieldName: 'subscriptionOwner.additional[member][0]', code: 'error.emptyField' }] },
    })
    const additional = { member: ['4711'], club: ['Chess'] }
    expect((await sendDetails(buyer, id, { ...ADA, tickets: {}, subscriptionOwner: { additional } })).status).toBe(200)
    const pass = await passOf(buyer, id)
    expect(pass.additionalFields.map(({ name, value }) => [name, value])).toEqual([
      ['member', '4711'],
      ['club', 'Chess'],
    ])
    expect(pass.fieldConfigurationBeforeStandard.map(({ name }) => name)).toEqual(['member'])
    expect(pass.fieldConfigurationAfterStandard.map(({ name }) => name)).toEqual(['club'])
    await cancel(buyer, id)
    await isConsistent()
  })

  test('price the pass anew for a business of another member state', async () => {
    const vat = { status: 'NOT_INCLUDED', percentage: '10' } as const
    const settings = { ...BERLIN, ENABLE_VIES_VALIDATION: 'false' }
    const id = await holdPass(buyer, (await put({ vat, settings })).publicId)
    const costs = async () => {
      const { totalPrice, totalVAT, displayVat } = (await infoOf(buyer, id)).orderSummary
      return [totalPrice, totalVAT, displayVat]
    }
    expect(await costs()).toEqual(['110.00', '10.00', true])
    expect((await sendDetails(buyer, id, { ...ADA, ...BUSINESS_INVOICE })).status).toBe(200)
    expect(await costs()).toEqual(['100.00', '0', false])
    await isConsistent()
    expect((await sendDetails(buyer, id, { ...ADA, ...PRIVATE_INVOICE })).status).toBe(200)
    expect(await costs()).toEqual(['110.00', '10.00', true])
    await isConsistent()
  })
})

describe('a pass that costs nothing', () => {
  test('is had at once, by its buyer, with a PIN and as long as it says', async () => {
    const { publicId } = await put({ price: 0n, validity: { units: 1, unit: 'MONTHS' }, maxEntries: 10 })
    const id = await passReadyToPay(buyer, publicId)
    expect(await infoOf(buyer, id)).toMatchObject({ orderSummary: { free: true }, activePaymentMethods: {} })
    expect((await pay(buyer, id, PAY_BY.NONE)).status).toBe(200)
    const info = await infoOf(buyer, id)
    expect(info).toMatchObject({ status: 'COMPLETE', subscriptionInfos: [{ owner: ADA }] })
    const pass = await passOf(buyer, id)
    expect(pass.id).toMatch(/^[0-9a-f-]{36}$/)
    expect(pass.pin).toMatch(/^[ACDEFGHJKLMNPQRTUVWXY34679]{8}$/)
    const row = await shop.db.kysely
      .selectFrom('bought_pass')
      .selectAll()
      .where('reservation_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      id: pass.id,
      status: 'ACQUIRED',
      acquired_at: clock.now(),
      valid_from: clock.now(),
      valid_to: Date.UTC(2027, 1, 15, 22, 59, 59),
    })
    expect(await countAudit(shop.db, id, 'SUBSCRIPTION_ACQUIRED')).toBe(1)
    expect(await mailsOf(shop.db, id)).toEqual([ADA.email, 'hello@alpine-systems.example'])
    const [letter] = await lettersOf(shop.db, id, 'Your order for Season pass')
    expect(letter?.text).toContain(pass.pin)
    expect(letter?.text).toContain(`/events-all?subscription=${pass.id ?? ''}&lang=en`)
    await isConsistent()
  })

  test('for another person is sent to them, and the buyer gets no PIN', async () => {
    const id = await buyPass(buyer, (await put({ price: 0n })).publicId, { ...FOR_GRACE, by: 'NONE' })
    const pass = await passOf(buyer, id)
    expect(pass.owner).toEqual(GRACE)
    const [ofOwner] = await lettersOf(shop.db, id, 'Your pass: Season pass')
    const [ofBuyer] = await lettersOf(shop.db, id, 'Your order for Season pass')
    expect([ofOwner?.recipient, ofBuyer?.recipient]).toEqual([GRACE.email, ADA.email])
    expect(ofOwner?.text).toContain(pass.pin)
    expect(ofOwner?.text).not.toContain(id)
    for (const secret of [pass.pin, pass.id]) expect(ofBuyer?.text).not.toContain(secret)
    await runJobs()
    const mails = await shop.db.kysely.selectFrom('mail').select('status').where('reservation_id', '=', id).execute()
    expect(mails.map(({ status }) => status)).toEqual(['SENT', 'SENT', 'SENT'])
  })
})

describe('a pass that is paid by transfer', () => {
  test('waits for the money, and is good from when it has come', async () => {
    const { publicId } = await put({ maxAvailable: 1, validity: { units: 2, unit: 'DAYS' } })
    const id = await buyPass(buyer, publicId)
    expect(await infoOf(buyer, id)).toMatchObject({
      status: 'OFFLINE_PAYMENT',
      subscriptionInfos: [{ id: null, pin: null }],
    })
    expect(codesOf(await ask(publicId))).toEqual([SOLD_OUT])
    const [letter] = await lettersOf(shop.db, id, 'your bank transfer')
    expect(letter?.text).toContain('We hold the pass')
    expect(letter?.text).not.toMatch(/seats|tickets/)
    await isConsistent()
  })

  test('with an invoice has it under the address of the pass, and not under that of an event', async () => {
    const { publicId } = await put({ settings: BERLIN, proxies: ['OFFLINE'] })
    const id = await buyPass(buyer, publicId, PRIVATE_INVOICE)
    const { invoiceNumber } = await infoOf(buyer, id)
    expect(invoiceNumber).not.toBeNull()
    const params = { id: publicId, reservationId: id }
    const invoice = await buyer.ask(downloadPassInvoice, { params })
    expect([invoice.status, invoice.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect((await buyer.ask(downloadPassReceipt, { params })).status).toBe(404)
    const other = { id: crypto.randomUUID(), reservationId: id }
    expect((await buyer.ask(downloadPassInvoice, { params: other })).status).toBe(404)
    const ofEvent = { eventName: publicId, reservationId: id }
    expect((await buyer.ask(downloadInvoice, { params: ofEvent })).status).toBe(404)
    await isConsistent()
  })
})

test('the address in mails leads to the page that fits', async () => {
  const { publicId } = await put({ price: 0n })
  const id = await holdPass(buyer, publicId)
  const leadsTo = async (of = publicId, order = id) => {
    const params = { id: of, reservationId: order }
    return (await buyer.ask(redirectSubscriptionReservation, { params })).headers.get('location')
  }
  const page = `/subscription/${publicId}/reservation/${id}`
  expect(await leadsTo()).toBe(`${page}/book`)
  await sendDetails(buyer, id, { ...ADA, tickets: {} })
  expect(await leadsTo()).toBe(`${page}/overview`)
  await pay(buyer, id, PAY_BY.NONE)
  expect(await leadsTo()).toBe(`${page}/success`)
  expect(await leadsTo(crypto.randomUUID())).toBe('/')
  const unknown = crypto.randomUUID()
  expect(await leadsTo(publicId, unknown)).toBe(`/subscription/${publicId}/reservation/${unknown}/not-found`)
  expect((await buyer.expect(getReservationStatus, 200, { params: { reservationId: id } })).status).toBe('COMPLETE')
})

test('the mails are sent again when they are asked for', async () => {
  const { publicId } = await put({ price: 0n })
  const id = await buyPass(buyer, publicId, { ...FOR_GRACE, by: 'NONE' })
  await runJobs()
  clock.move(minutes(10))
  const params = { purchaseContextType: 'subscription', publicIdentifier: publicId, reservationId: id } as const
  expect(await buyer.ask(resendReservationEmail, { params, query: { lang: 'de' } })).toMatchObject({
    status: 200,
    value: true,
  })
  expect((await lettersOf(shop.db, id, 'Ihr Abo')).map(({ recipient }) => recipient)).toEqual([GRACE.email])
  const other = (await put()).publicId
  const ofAnother = { ...params, publicIdentifier: other }
  expect(await buyer.ask(resendReservationEmail, { params: ofAnother, query: { lang: 'de' } })).toMatchObject({
    status: 200,
    value: false,
  })
})

test('an open order of a pass is listed among what the visitor holds', async () => {
  const visitor = aBuyer(url)
  const { publicId } = await put()
  const id = await holdPass(visitor, publicId)
  const of = { type: 'subscription', publicIdentifier: publicId, title: { en: 'Season pass' } }
  expect(await visitor.expect(getOpenReservations, 200, {})).toMatchObject([{ id, of, tickets: [], page: 'book' }])
})
