import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { creditReservation, downloadPass, getPassCalendar } from '#contract/invoice.ts'
import { createSubscription, linkEvents } from '#contract/organiser-subscription.ts'
import { applyCode } from '#contract/pass-use.ts'
import { pathTo } from '#contract/paths.ts'
import { refundReservation } from '#contract/refund.ts'
import { confirmWithdrawal } from '#contract/withdrawal.ts'
import { instant } from '#domain/foundation/instant.ts'
import { stopRendering } from '#server/documents/pdf/pdf-renderer.ts'
import { aQuestionFile, anEventFile } from '#tests/builders/event-file.ts'
import { SOME_DAY } from '#tests/builders/offer.ts'
import { aPassFile } from '#tests/builders/pass-file.ts'
import { type PassToStore, storePass } from '#tests/builders/stored-passes.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { buyPass, holdPass, passOf } from '#tests/support/buyer/pass-purchase.ts'
import { ADA, PAY_BY, hold, pay, sendDetails } from '#tests/support/buyer/purchase.ts'
import { accessibilityFaults } from '#tests/support/documents/pdf/accessibility-faults.ts'
import { readCalendar } from '#tests/support/documents/read-calendar.ts'
import { readPdf } from '#tests/support/documents/pdf/read-pdf.ts'
import { PRIVATE_INVOICE } from '#tests/support/organiser/invoice.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const clock = manualClock()
const { url, apiKey, shop } = await testShop({ clock })
const { api, open, organizationId, confirm } = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)
const UNKNOWN = '00000000-0000-4000-8000-000000000000'

beforeEach(() => clock.set(SOME_DAY))
afterAll(stopRendering)

const event = await open(anEventFile(clock.now()))
const put = (pass: Partial<PassToStore> = {}) => storePass(shop, { organizationId, price: 0n, ...pass })
const own = (pass: string, id: string) => ({ params: { id: pass, reservationId: id } })
const statusOfFile = async (pass: string, id: string) => (await buyer.ask(downloadPass, own(pass, id))).status
const boughtPass = (id: string) =>
  shop.db.kysely.selectFrom('bought_pass').selectAll().where('reservation_id', '=', id).executeTakeFirstOrThrow()

async function fileOf(pass: string, id: string) {
  const answer = await fetch(url + pathTo(downloadPass.path, { id: pass, reservationId: id }))
  expect(answer.status).toBe(200)
  const bytes = new Uint8Array(await answer.arrayBuffer())
  const { text, ...read } = await readPdf(bytes)
  return { headers: answer.headers, bytes, ...read, text: text.replace(/\s+/g, ' ') }
}

/** Of a free pass that Ada has bought. */
async function textOf(pass: Partial<PassToStore>): Promise<string> {
  const { publicId } = await put(pass)
  return (await fileOf(publicId, await buyPass(buyer, publicId, { by: 'NONE' }))).text
}

describe('the file', () => {
  test('shows the pass in the language of its order, and is named by its public id', async () => {
    const id = await api.expect(createSubscription, 200, {
      body: aPassFile({
        price: 0,
        taxPolicy: 'NONE',
        paymentMethods: [],
        onSaleFrom: '2026-12-01T00:00',
        maxEntries: 10,
        additionalInfo: [
          aQuestionFile({
            name: 'film',
            type: 'GENERIC_TEXT',
            label: [
              { lang: 'en', body: 'Favourite film' },
              { lang: 'it', body: 'Film preferito' },
            ],
          }),
        ],
      }),
    })
    const order = await holdPass(buyer, id, 'it')
    const subscriptionOwner = { additional: { film: ['Metropolis'] } }
    expect((await sendDetails(buyer, order, { ...ADA, tickets: {}, subscriptionOwner })).status).toBe(200)
    expect((await pay(buyer, order, PAY_BY.NONE)).status).toBe(200)
    const [pass, { public_id: publicId }] = [await passOf(buyer, order), await boughtPass(order)]
    const { headers, text, bytes, ...pdf } = await fileOf(id.toUpperCase(), order)
    expect(headers.get('content-disposition')).toBe(`attachment; filename="subscription-${publicId}.pdf"`)
    expect(headers.get('x-robots-tag')).toBe('noindex')
    expect(headers.get('cache-control')).toBe('no-store')
    for (const part of [
      'Abbonamento Season pass',
      'Ada Lovelace ada@example.org',
      'Valido dal venerdì 15 gennaio 2027 Valido fino al giovedì 15 luglio 2027',
      '10 ingressi',
      'Film preferito Metropolis',
      'Tutti i concerti.',
      pass.pin ?? 'no PIN',
      pass.id ?? 'no id',
      `${order.slice(0, 8).toUpperCase()} di Ada Lovelace`,
      'Alpine Systems hello@alpine-systems.example',
    ])
      expect(text).toContain(part)
    expect(pdf).toMatchObject({
      language: 'it',
      qrText: `${shop.config.baseUrl}/events-all?subscription=${pass.id}&lang=it`,
    })
    expect(await accessibilityFaults(bytes)).toEqual([])
  })

  test('is in the name of its owner, and says whose order it was', async () => {
    const { publicId } = await put()
    const subscriptionOwner = { firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.org' }
    const id = await buyPass(buyer, publicId, { differentSubscriptionOwner: true, subscriptionOwner, by: 'NONE' })
    const { text } = await fileOf(publicId, id)
    expect(text).toContain('Grace Hopper grace@example.org')
    expect(text).toContain('by Ada Lovelace')
  })

  const first = instant(Date.UTC(2027, 3, 1))
  const last = instant(Date.UTC(2027, 9, 31, 12))

  test.each<[string, PassToStore['validity'], string]>([
    ['a month', { units: 1, unit: 'MONTHS' }, 'from Friday 15 January 2027 Valid until Monday 15 February 2027'],
    ['two years', { units: 2, unit: 'YEARS' }, 'from Friday 15 January 2027 Valid until Monday 15 January 2029'],
    ['its dates', { from: first, to: last }, 'from Thursday 1 April 2027 Valid until Sunday 31 October 2027'],
    ['until a day', { from: null, to: last }, 'Validity Valid until Sunday 31 October 2027'],
    ['from a day on', { from: first, to: null }, 'from Thursday 1 April 2027 Valid without an end date'],
    ['always', undefined, 'Validity Valid without an end date'],
  ])('says how long: %s', async (_, validity, shown) => {
    expect(await textOf({ ...(validity && { validity }) })).toContain(shown)
  })

  test('counts what was used, and does not print codes that are not to be shown', async () => {
    const { publicId } = await put({ maxEntries: 3 })
    const id = await buyPass(buyer, publicId, { by: 'NONE' })
    const { id: code, pin } = await passOf(buyer, id)
    expect((await fileOf(publicId, id)).text).toMatch(/3 entries Several tickets per event Order/)
    await api.expect(linkEvents, 200, { params: { id: publicId }, body: [{ slug: event }] })
    const ticket = await hold(buyer, event, { Conference: 1 })
    await buyer.expect(applyCode, 200, {
      params: { reservationId: ticket },
      body: { code: code ?? '', type: 'SUBSCRIPTION', email: null, amount: 1 },
    })
    expect((await fileOf(publicId, id)).text).toContain('Used so far: 1 (as of Friday 15 January 2027)')
    await shop.db.kysely
      .updateTable('bought_pass')
      .set({ display_pin: false })
      .where('reservation_id', '=', id)
      .execute()
    const hidden = await fileOf(publicId, id)
    expect(hidden.qrText).toBeNull()
    for (const secret of [pin, code, 'PIN']) expect(hidden.text).not.toContain(secret)
    expect((await passOf(buyer, id)).configuration.displayPin).toBe(false)
  })
})

describe('the calendar', () => {
  const calendarOf = (pass: string, id: string, query = '', locale = 'en') =>
    fetch(`${url}${pathTo(getPassCalendar.path, { id: pass, reservationId: id, locale })}${query}`, {
      redirect: 'manual',
    })

  test('has the last day in the language asked for, and nothing that uses the pass', async () => {
    const { publicId } = await put({ validity: { units: 1, unit: 'MONTHS' } })
    const id = await buyPass(buyer, publicId, { by: 'NONE' })
    const { id: code, pin } = await passOf(buyer, id)
    const answer = await calendarOf(publicId, id, '', 'de')
    const file = await answer.text()
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('x-robots-tag')).toBe('noindex')
    const { entries } = readCalendar(file)
    expect(entries).toMatchObject([
      {
        summary: 'Letzter Tag: Season pass',
        start: '2027-02-15',
        end: '2027-02-16',
        url: `${shop.config.baseUrl}/subscription/${publicId}?lang=de`,
        alarms: ['-P6DT15H'],
      },
    ])
    expect(entries[0]?.description).toContain('Gültig bis Montag, 15. Februar 2027, 23:59 MEZ')
    for (const secret of [code ?? 'no id', pin ?? 'no PIN', id]) expect(file).not.toContain(secret)
    expect(readCalendar(await (await calendarOf(publicId, id, '', 'xx-!')).text()).entries[0]?.summary).toMatch(
      /^Last day/,
    )

    const google = await calendarOf(publicId, id, '?type=google')
    expect(google.status).toBe(302)
    const address = google.headers.get('location') ?? ''
    expect(new URL(address).searchParams.get('dates')).toBe('20270215/20270216')
    for (const secret of [code ?? 'no id', pin ?? 'no PIN', id]) expect(address).not.toContain(secret)
  })

  test('has nothing for a pass without end, for strangers, and once the pass is gone', async () => {
    const { publicId } = await put()
    const endless = await buyPass(buyer, publicId, { by: 'NONE' })
    expect((await calendarOf(publicId, endless)).status).toBe(404)
    const withdrawal = { kind: 'possible', days: 14, afterUse: 'EVERYTHING' } as const
    const year = await put({ validity: { units: 1, unit: 'YEARS' }, withdrawal })
    const held = await holdPass(buyer, year.publicId)
    expect((await calendarOf(year.publicId, held)).status).toBe(404)
    const id = await buyPass(buyer, year.publicId, { by: 'NONE' })
    expect((await calendarOf(year.publicId, id)).status).toBe(200)
    expect((await calendarOf(publicId, id)).status).toBe(404)
    expect((await calendarOf(year.publicId, UNKNOWN)).status).toBe(404)
    const params = { reservationId: id }
    await buyer.expect(confirmWithdrawal, 200, { params, body: { ...ADA, amount: '0.00' } })
    expect((await calendarOf(year.publicId, id)).status).toBe(404)
    expect((await calendarOf(year.publicId, id, '?type=google')).status).toBe(404)
  })
})

describe('there is none', () => {
  test('for strangers: of another pass, of no order, of an event', async () => {
    const [one, other] = [await put(), await put()]
    const id = await buyPass(buyer, one.publicId, { by: 'NONE' })
    const { id: code, public_id: publicId } = await boughtPass(id)
    expect(await statusOfFile(one.publicId, id)).toBe(200)
    for (const [pass, order] of [
      [other.publicId, id],
      [one.publicId, UNKNOWN],
      [one.publicId, code],
      [one.publicId, publicId],
      [code, id],
      [publicId, id],
      ['nonsense', id],
      [one.publicId, await hold(buyer, event, { Conference: 1 })],
    ] as const) {
      expect([pass, order, await statusOfFile(pass, order)]).toEqual([pass, order, 404])
    }
  })

  test('before the order is complete', async () => {
    const { publicId } = await put({ price: 10_000n })
    expect(await statusOfFile(publicId, await holdPass(buyer, publicId))).toBe(404)
    const waiting = await buyPass(buyer, publicId)
    expect(await statusOfFile(publicId, waiting)).toBe(404)
    expect((await confirm(waiting)).status).toBe(200)
    expect(await statusOfFile(publicId, waiting)).toBe(200)
  })

  test('once it is withdrawn from, refunded or credited', async () => {
    const { publicId } = await put({ withdrawal: { kind: 'possible', days: 14, afterUse: 'EVERYTHING' } })
    const withdrawn = await buyPass(buyer, publicId, { by: 'NONE' })
    const params = { reservationId: withdrawn }
    await buyer.expect(confirmWithdrawal, 200, { params, body: { ...ADA, amount: '0.00' } })
    expect(await statusOfFile(publicId, withdrawn)).toBe(404)

    const refunded = await buyPass(buyer, publicId, { by: 'NONE' })
    const order = { params: { reservationId: refunded }, body: { what: 'ORDER', money: false } as const }
    await api.expect(refundReservation, 200, order)
    expect(await statusOfFile(publicId, refunded)).toBe(404)

    const settings = { VAT_NR: 'CHE-123.456.788', INVOICE_ADDRESS: 'Via Nassa 12, 6900 Lugano' }
    const sold = await put({ price: 10_000n, settings })
    const credited = await buyPass(buyer, sold.publicId, PRIVATE_INVOICE)
    await confirm(credited)
    expect(await statusOfFile(sold.publicId, credited)).toBe(200)
    await api.expect(creditReservation, 200, { params: { reservationId: credited } })
    expect(await statusOfFile(sold.publicId, credited)).toBe(404)
  })
})
