import { describe, expect, test } from 'vitest'
import { askForOrderLinks } from '#contract/order-links.ts'
import { days, hours, minutes } from '#domain/foundation/instant.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { buy } from '#tests/support/buyer/purchase.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { erasePersonalData } from '#server/order/retention/erase-personal-data.ts'
import { setStatus } from '#tests/support/database/set-status.ts'
import { sendOrderLinks } from './order-links.ts'

// This machine is not counted by its address: what is refused here is refused by the address that was asked for.

const clock = manualClock()
const { url, apiKey, shop } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const shortName = await organiser.open(anEventFile(clock.now(), { seats: 50 }))
const buyer = aBuyer(url)

const ask = (email: string, lang = 'en') => buyer.ask(askForOrderLinks, { body: { email, lang } })

/** The mails about no event that were queued by now, and no more. */
async function mailsAfter(work: () => Promise<unknown>) {
  await shop.db.kysely.deleteFrom('mail').where('purchase_context_id', 'is', null).execute()
  await work()
  return mailsAboutNothing()
}

const mailsAboutNothing = () =>
  shop.db.kysely
    .selectFrom('mail')
    .select(['recipient', 'subject', 'text_body as text', 'html_body as html'])
    .where('purchase_context_id', 'is', null)
    .execute()

/** The ids of orders that a mail leads to, in its order. */
const linkedIn = (text: string): string[] =>
  [...text.matchAll(/\/reservation\/([0-9a-f-]{36})/g)].map(([, id]) => id ?? '')

/** An order of Ada's whose buyer gave this address. */
async function orderOf(email: string, counts = { Conference: 1 }): Promise<string> {
  const id = await buy(aBuyer(url), shortName, counts)
  await shop.db.kysely.updateTable('reservation').set({ email }).where('id', '=', id).execute()
  clock.move(minutes(1))
  return id
}

describe('the links of all orders of an address', () => {
  test('are mailed only to it, the newest first, however it is written', async () => {
    const first = await orderOf('Grace@Example.org')
    const second = await orderOf('grace@example.org', { Conference: 2 })
    await orderOf('grace.hopper@example.org')
    const mails = await mailsAfter(async () => {
      expect(await ask(' GRACE@example.org ')).toMatchObject({ status: 200, value: { success: true, value: true } })
      expect(await sendOrderLinks(shop)).toBe(1)
    })
    expect(mails).toMatchObject([{ recipient: 'grace@example.org', subject: 'The links to your orders' }])
    expect(linkedIn(mails[0]?.text ?? '')).toEqual([second, first])
    expect(mails[0]?.html).toContain(`/reservation/${first}`)
    expect(await sendOrderLinks(shop)).toBe(0)
  })

  test('are mailed in the language of the visitor who asks', async () => {
    await orderOf('german@example.org')
    const mails = await mailsAfter(async () => {
      await ask('german@example.org', 'de-CH')
      await sendOrderLinks(shop)
    })
    expect(mails).toMatchObject([{ subject: 'Die Links zu Ihren Bestellungen' }])
    expect(mails[0]?.text).toContain('?lang=de')
  })

  test('are none of carts, of orders that were cancelled, and of those that are erased', async () => {
    const states = { PENDING: await orderOf('gone@example.org'), CANCELLED: await orderOf('gone@example.org') }
    const erased = await orderOf('gone@example.org')
    await setStatus(shop.db, states.PENDING, 'PENDING')
    await setStatus(shop.db, states.CANCELLED, 'CANCELLED')
    await shop.db.kysely.updateTable('reservation').set({ erased_at: new Date() }).where('id', '=', erased).execute()
    const mails = await mailsAfter(async () => {
      await ask('gone@example.org')
      expect(await sendOrderLinks(shop)).toBe(0)
    })
    expect(mails).toEqual([])
  })

  test('are asked for with the same answer whether or not there are any, and nothing of it stays', async () => {
    await orderOf('known@example.org')
    const [withOrders, unknown] = [await ask('known@example.org'), await ask('unknown@example.org')]
    expect([unknown.status, unknown.value]).toEqual([withOrders.status, withOrders.value])
    await sendOrderLinks(shop)
    expect(await shop.db.kysely.selectFrom('order_search').selectAll().execute()).toEqual([])
  })

  test.each(['', 'nobody', `${'a'.repeat(250)}@example.org`])('are refused for what is no address: %j', async email => {
    expect(await ask(email)).toMatchObject({
      status: 422,
      value: { success: false, validationErrors: [{ fieldName: 'email' }], value: false },
    })
  })

  test('are sent three times in ten minutes and ten times in a day, however it is written', async () => {
    const spellings = ['often@example.org', 'OFTEN@example.org', ' often@example.org']
    const answers = await Promise.all([...spellings, ...spellings].map(email => ask(email)))
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 200, 200, 429, 429, 429,
    ])
    expect(answers.find(({ status }) => status === 429)?.headers.get('retry-after')).toBe('600')
    for (let count = 3; count < 10; count += 1) {
      clock.move(hours(1))
      expect((await ask('often@example.org')).status).toBe(200)
    }
    clock.move(hours(1))
    expect((await ask('often@example.org')).status).toBe(429)
    expect((await ask('seldom@example.org')).status).toBe(200)
  })

  test('are found once by several processes, and their mail is erased after a day', async () => {
    await orderOf('shared@example.org')
    const mails = await mailsAfter(async () => {
      await ask('shared@example.org')
      await Promise.all([sendOrderLinks(shop), sendOrderLinks(shop), sendOrderLinks(shop)])
    })
    expect(mails).toHaveLength(1)
    clock.move(days(1))
    await erasePersonalData(shop)
    expect(await mailsAboutNothing()).toEqual([])
  })
})
