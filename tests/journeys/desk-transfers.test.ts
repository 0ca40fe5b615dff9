import { describe, expect, test } from 'vitest'
import { deskTransfersPagePath } from '#contract/paths.ts'
import { camt, camtEntry } from '../builders/bank-statement.ts'
import { aCategoryFile, anEventFile } from '../builders/event-file.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { buy } from '../support/buyer/purchase.ts'
import { browsing, wayByTurns, waysIn } from '../support/browser/browser.ts'
import { inspectPage } from '../support/browser/inspect-page.ts'
import { runningShop } from '../support/shop/running-shop.ts'
import { enterAsMember } from './desk.ts'
import { organiserOf, thisMoment } from './own-events.ts'
import { button } from './purchase.ts'

const shop = await runningShop()
const { enter } = await browsing(shop)
const ACCOUNT = 'CH9300762011623852957'

/** Orders that wait for their transfers, of an organisation of its own. */
async function thirtyOrders(slug: string) {
  const club = await organiserOf(shop, `Club ${slug}`)
  const { tickets, ...file } = anEventFile(thisMoment(), { slug })
  const categories = [aCategoryFile(thisMoment(), { name: 'Seat', price: 40, maxTickets: 40 })]
  const event = await club.open({
    ...file,
    settings: { BANK_TRANSFER_ENABLED: 'true', BANK_ACCOUNT_NR: ACCOUNT },
    tickets: { ...tickets, paymentMethods: ['OFFLINE'], currency: 'CHF', max: 40, categories },
  })
  const ids: string[] = []
  for (let order = 0; order < 31; order += 1) {
    ids.push(await buy(aBuyer(shop.url), event, { Seat: 1 }, { by: 'OFFLINE' }))
  }
  await shop.runJobs()
  return { ids, organizationId: club.organizationId }
}

describe.each(wayByTurns(waysIn('de'), 0))('Transfers at the desk, $width px, $hand, $language', way => {
  test('thirty transfers are confirmed by the upload of a statement, and one cent less by hand', async () => {
    const { ids, organizationId } = await thirtyOrders(`transfers-${way.width}-${way.hand}`)
    const visitor = await enter(way)
    const { page, does, say } = visitor
    const email = `transfers-${way.width}-${way.hand}@example.org`
    await enterAsMember(shop, visitor, {
      email,
      given: { role: 'FINANCE', scope: { kind: 'organization', organizationId } },
    })
    await visitor.open(deskTransfersPagePath)
    await page.getByText(say('foyer.desk.entries.none')).waitFor()

    const entries = ids.map((id, at) =>
      camtEntry([
        {
          amount: at === 30 ? '39.99' : '40.00',
          text: `Konzert ${id.slice(0, 8).toUpperCase()}`,
          payer: `Zahlerin ${at + 1}`,
          bankReference: `B${at}`,
        },
      ]),
    )
    const other = camtEntry([
      { amount: '120.00', text: 'Mitgliederbeitrag', payer: 'Ada Byron', bankReference: 'other' },
    ])
    const buffer = Buffer.from(camt([...entries, other], { account: ACCOUNT }))
    const file = page.locator('input[type=file]')
    await file.setInputFiles({ name: 'Auszug.xml', mimeType: 'text/xml', buffer })
    await page.getByText(say('foyer.desk.statement.added', 32)).waitFor()
    await page.getByText(say('foyer.desk.entries.counts', 30, 1, 1)).waitFor()
    await inspectPage(visitor, 'desk-transfers')

    const confirm = say('foyer.desk.entries.book', 30)
    await does.press(button(visitor, confirm))
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    await inspectPage(visitor, 'desk-transfers-book')
    await does.press(dialog.getByRole('button', { name: confirm }))
    await page.getByText(say('foyer.desk.entries.counts', 0, 1, 1), { exact: true }).waitFor()
    expect(await statusesOf(organizationId)).toEqual({ COMPLETE: 30, OFFLINE_PAYMENT: 1 })

    await does.press(page.getByRole('button', { name: say('foyer.desk.entry.choose') }).first())
    await does.press(dialog.getByRole('radio').first())
    await does.press(dialog.getByRole('checkbox'))
    await inspectPage(visitor, 'desk-transfers-choose')
    await does.press(dialog.getByRole('button', { name: say('foyer.desk.need.confirm') }))
    await page.getByText(say('foyer.desk.transfers.none')).waitFor()
    await does.press(page.getByRole('button', { name: say('foyer.desk.entry.aside') }))
    await page.getByText(say('foyer.desk.entries.none')).waitFor()

    // The same statement once more books nothing, and a table is confirmed by its columns.
    await file.setInputFiles({ name: 'Auszug.xml', mimeType: 'text/xml', buffer })
    await page.getByText(say('foyer.desk.statement.seenBefore', 32)).waitFor()
    const table = 'Datum;Zahler;Mitteilung;Betrag\n20.11.2026;Bob;Spende;5,00\n'
    await file.setInputFiles({ name: 'konto.csv', mimeType: 'text/csv', buffer: Buffer.from(table) })
    await page.getByRole('heading', { name: say('foyer.desk.statement.columns') }).waitFor()
    await does.write(page.locator('#statement-currency'), 'CHF')
    await inspectPage(visitor, 'desk-transfers-columns')
    await does.press(button(visitor, say('foyer.desk.statement.columns.confirm')))
    await page.getByText(say('foyer.desk.statement.added.one')).waitFor()
    await does.press(button(visitor, say('foyer.desk.entries.settled.show')))
    await page.getByRole('button', { name: say('foyer.desk.entry.take-up') }).waitFor()
    await inspectPage(visitor, 'desk-transfers-settled')
    expect(await statusesOf(organizationId)).toEqual({ COMPLETE: 31 })
  })
})

async function statusesOf(organizationId: number): Promise<Record<string, number>> {
  const rows = await shop.db.kysely
    .selectFrom('reservation')
    .innerJoin('purchase_context', 'purchase_context.id', 'purchase_context_id')
    .select(['reservation.status', ({ fn }) => fn.countAll<bigint>().as('orders')])
    .where('organization_id', '=', organizationId)
    .groupBy('reservation.status')
    .execute()
  return Object.fromEntries(rows.map(({ status, orders }) => [status, Number(orders)]))
}
