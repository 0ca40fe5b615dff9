import { expect, test } from 'vitest'
import { linkEvents } from '#contract/organiser-subscription.ts'
import { applyCode, removeCode } from '#contract/pass-use.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { storePass } from '#tests/builders/stored-passes.ts'
import { buyPass, passOf } from '../../support/buyer/pass-purchase.ts'
import { filledIn, hold, infoOf, pay, sendDetails } from '../../support/buyer/purchase.ts'
import { aBuyer } from '../../support/buyer/buyer.ts'
import { anOrganiser } from '../../support/organiser/organiser.ts'
import { PRIVATE_INVOICE } from '../../support/organiser/invoice.ts'
import { standingClock } from '../../support/shop/standing-clock.ts'
import { testShop } from '../../support/shop/test-shop.ts'

const clock = standingClock()
const { url, apiKey, shop } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)
const INVOICES = {
  GENERATE_ONLY_INVOICE: true,
  VAT_NR: 'CHE-123.456.788',
  INVOICE_ADDRESS: 'Via Nassa 12, 6900 Lugano',
}

test('an order that was free by a pass has its billing data asked for once the pass is taken off, where everybody gets an invoice', async () => {
  const event = await organiser.open(anEventFile(clock.now(), { slug: 'invoices', settings: INVOICES }))
  const { publicId } = await storePass(shop, {
    organizationId: organiser.organizationId,
    proxies: ['OFFLINE'],
    maxEntries: 1,
  })
  await organiser.api.expect(linkEvents, 200, { params: { id: publicId }, body: [{ slug: event }] })
  const bought = await buyPass(buyer, publicId)
  await organiser.confirm(bought)
  const { id: code } = await passOf(buyer, bought)
  const id = await hold(buyer, event, { Conference: 1 })
  const params = { reservationId: id }
  await buyer.expect(applyCode, 200, { params, body: { code: code ?? '', type: 'SUBSCRIPTION' } })
  const form = filledIn(await infoOf(buyer, id))
  expect((await sendDetails(buyer, id, form)).status).toBe(200)
  await buyer.expect(removeCode, 200, { params, query: { type: 'SUBSCRIPTION' } })

  expect(await infoOf(buyer, id)).toMatchObject({ validatedBookingInformation: false })
  expect((await pay(buyer, id)).status).toBe(422)
  expect((await sendDetails(buyer, id, form)).status).toBe(422)
  expect((await sendDetails(buyer, id, { ...form, ...PRIVATE_INVOICE })).status).toBe(200)
  expect((await pay(buyer, id)).status).toBe(200)
})
