import { readFile } from 'node:fs/promises'
import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { deskBooksPagePath, deskMoneyDaysPagePath, deskMoneyPagePath } from '#contract/paths.ts'
import { confirmDeskTransfer } from '#contract/desk-home.ts'
import { aCategoryFile, anEventFile } from '../builders/event-file.ts'
import { browsing, wayByTurns, waysIn } from '../support/browser/browser.ts'
import { inspectPage } from '../support/browser/inspect-page.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { PAY_BY, filledIn, hold, infoOf, pay, readyToPay, sendDetails } from '../support/buyer/purchase.ts'
import { setStatus } from '../support/database/set-status.ts'
import { PRIVATE_INVOICE } from '../support/organiser/invoice.ts'
import { runningShop } from '../support/shop/running-shop.ts'
import { enterAsMember } from './desk.ts'
import { organiserOf, thisMoment } from './own-events.ts'

const shop = await runningShop()
const { enter } = await browsing(shop)
const SELLER = {
  VAT_NR: 'CHE-123.456.788',
  INVOICE_ADDRESS: 'Via Nassa 12, 6900 Lugano',
  COUNTRY_OF_BUSINESS: 'CH',
  BANK_TRANSFER_ENABLED: 'true',
  BANK_ACCOUNT_NR: 'CH9300762011623852957',
  AUTOMATIC_REMOVAL_EXPIRED_OFFLINE_PAYMENT: 'false',
}

/** Two orders that are paid, one whose transfer is overdue, and one whose provider has received another sum. */
async function soldEvent(slug: string) {
  const club = await organiserOf(shop, `Club ${slug}`)
  const { tickets, ...file } = anEventFile(thisMoment(), { slug, title: 'Kinoabend am See' })
  const categories = [aCategoryFile(thisMoment(), { name: 'Seat', price: 40 })]
  const taxed = { taxPercentage: 8.1, taxIncludedInPrice: true, paymentMethods: ['OFFLINE' as const] }
  await club.open({ ...file, settings: SELLER, tickets: { ...tickets, ...taxed, currency: 'CHF', categories } })
  const buyer = aBuyer(shop.url)
  const invoiced = async (seats: number): Promise<string> => {
    const id = await hold(buyer, slug, { Seat: seats })
    await sendDetails(buyer, id, { ...filledIn(await infoOf(buyer, id)), ...PRIVATE_INVOICE })
    await pay(buyer, id, PAY_BY.OFFLINE)
    return id
  }
  const ids = [await invoiced(1), await invoiced(2), await invoiced(3)]
  await shop.runJobs()
  for (const reservationId of ids.slice(0, 2)) {
    await club.api.expect(confirmDeskTransfer, 204, { params: { reservationId } })
  }
  await sql`update reservation set validity = now() - interval '2 days' where id = ${ids[2]}`.execute(shop.db.kysely)
  const stuck = await readyToPay(buyer, slug, { Seat: 1 })
  await setStatus(shop.db, stuck, 'STUCK')
  await sql`with payment as (
      insert into payment_transaction (reservation_id, order_id, purchase_context_id, proxy, status, amount, currency, description,
        created_at, reference, received_amount, received_currency)
      select id, id, purchase_context_id, 'STRIPE', 'PENDING', final_price, currency, '', now(), 'pi_123', 3900, currency
      from reservation where id = ${stuck} returning id)
    insert into payment_review (transaction_id, reason, detail, since) select id, 'OTHER_SUM', 'CHF 39.00', now() from payment`.execute(
    shop.db.kysely,
  )
  await sql`with door as (
      insert into door_key (event_id, name, may_search, key_hash, created_at, valid_until)
      select id, 'Main door', false, sha256(id::text::bytea), now(), now() from event where short_name = ${slug}
      returning id, event_id)
    insert into box_drawer (event_id, door_key_id, request_id, person, currency, float_amount, opened_at, closed_at, counted)
    select event_id, id, gen_random_uuid(), 'Mia', 'CHF', 20000, now(), now(), 19950 from door`.execute(shop.db.kysely)
  return { organizationId: club.organizationId, overdue: ids[2] ?? '', stuck }
}

describe.each(wayByTurns(waysIn('de'), 0))('Money at the desk, $width px, $hand, $language', way => {
  test('payments that need a person are settled, a day is opened, and the books of the month come to the same', async () => {
    const { organizationId, stuck } = await soldEvent(`money-${way.width}-${way.hand}`)
    const visitor = await enter(way)
    const { page, does, say } = visitor
    await enterAsMember(shop, visitor, {
      email: `money-${way.width}-${way.hand}@example.org`,
      given: { role: 'FINANCE', scope: { kind: 'organization', organizationId } },
    })
    await visitor.open(deskMoneyPagePath)
    await page.getByText(say('foyer.review.other-sum.text')).waitFor()
    await inspectPage(visitor, 'desk-money-attention')

    await does.press(page.getByRole('button', { name: say('foyer.desk.attention.by-hand') }))
    const dialog = page.getByRole('dialog')
    const confirm = dialog.getByRole('button', { name: say('foyer.desk.attention.by-hand') })
    await does.press(confirm)
    await page.getByText(say('foyer.desk.attention.note.missing')).waitFor()
    await does.write(dialog.getByRole('textbox'), 'Auf dem Konto gesehen')
    await inspectPage(visitor, 'desk-money-by-hand')
    await does.press(confirm)
    await page.getByText(say('foyer.review.other-sum.text')).waitFor({ state: 'detached' })
    await does.press(page.getByRole('button', { name: say('foyer.desk.need.confirm') }))
    await does.press(dialog.getByRole('button', { name: say('foyer.desk.need.confirm') }))
    await page.getByText(say('foyer.desk.attention.none')).waitFor()

    await visitor.open(deskMoneyDaysPagePath)
    const whole = page.locator('tfoot tr').last()
    await whole.waitFor()
    await inspectPage(visitor, 'desk-money-days')
    await does.write(page.locator('#from'), '31.12.2030')
    await does.press(page.getByRole('button', { name: say('foyer.desk.money.show') }))
    await page.getByText(say('foyer.desk.money.period.none')).waitFor()
    const [payments = ''] = await whole.locator('td').allInnerTexts()
    expect(payments).toContain('280.00')
    await does.press(page.locator('tbody').getByRole('link').last())
    await page.getByText(stuck.slice(0, 8).toUpperCase()).or(page.locator('main li code')).first().waitFor()
    await inspectPage(visitor, 'desk-money-day')

    await visitor.open(deskBooksPagePath)
    await page.getByText(say('foyer.desk.books.vat', 'CHF')).waitFor()
    await page.getByRole('cell', { name: '\u22120.50' }).waitFor()
    await inspectPage(visitor, 'desk-money-books')
    const downloading = page.waitForEvent('download')
    await does.press(page.getByRole('link', { name: say('foyer.desk.books.download') }))
    const files = unzipSync(new Uint8Array(await readFile(await (await downloading).path())))
    const amounts = strFromU8(files['payments.csv'] ?? new Uint8Array())
      .split('\r\n')
      .slice(1, -1)
      .map(line => Math.round(Number(line.split(/[;,]/).at(-2)) * 100))
    expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(28_000)
    expect(Object.keys(files).filter(name => name.endsWith('.pdf'))).toHaveLength(3)
  })
})
