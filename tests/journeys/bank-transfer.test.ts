import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { type Visitor, browsing, waysIn, wayByTurns } from '../support/browser/browser.ts'
import { inspectPage } from '../support/browser/inspect-page.ts'
import { qrTextOf } from '../support/browser/browser-qr.ts'
import { sharedShop } from '../support/shop/running-shop.ts'
import {
  agree,
  arrive,
  button,
  contactField,
  continueToOverview,
  reserve,
  take,
  withAmount,
  writePerson,
} from './purchase.ts'

const shop = await sharedShop()
const { enter } = await browsing(shop)

describe.each(wayByTurns(waysIn('de'), 1))('A bank transfer, $width px, $hand, $language', way => {
  test('says what to transfer where, and shows the tickets once it has arrived', async () => {
    const visitor = await enter({ ...way, hasFakeClock: true })
    const { page, does, say } = visitor
    const person = { firstName: 'Emmy', lastName: 'Noether', email: `emmy.${way.width}.${way.hand}@example.org` }
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])

    await visitor.open('/event/reading-logs')
    await take(visitor, 'Workshop', 1)
    await inspectPage(visitor, 'transfer-1-event')
    const reservationId = await reserve(visitor)
    await writePerson(visitor, part => contactField(visitor, part), person)
    await continueToOverview(visitor, say('foyer.overview.title'))
    await agree(visitor)
    await inspectPage(visitor, 'transfer-3-overview')
    await does.press(button(visitor, withAmount(visitor, 'foyer.overview.pay-by-transfer', '71.40')))
    await arrive(visitor, say('reservation-page-waiting.header.title'), /\/waiting-payment$/)

    const shortId = reservationId.slice(0, 8).toUpperCase()
    await expectToCopy(visitor, 'foyer.transfer.amount', '71.40')
    await expectToCopy(visitor, 'foyer.transfer.account', 'DE89 3704 0044 0532 0130 00')
    await expectToCopy(visitor, 'invoice.payment-to', 'Nordlicht Werkstatt eG\nGroße Elbstraße 31\n22767 Hamburg')
    await expectToCopy(visitor, 'invoice.payment-reason', shortId)
    await expectPlainInstructions(visitor)
    const code = page.getByRole('img', { name: new RegExp(shortId) })
    await expect.poll(() => qrTextOf(code)).toBe(transferCode(shortId))
    await inspectPage(visitor, 'transfer-4-waiting')
    const [instructions] = await shop.mailsTo(person.email, 1)
    expect(instructions?.subject).toBe(say('foyer.mail.transfer.subject', await eventName(visitor), shortId))
    expect(instructions?.text).toContain('DE89 3704 0044 0532 0130 00')

    if (way.width === 390) await expectOverdueNotice(visitor)
    await (way.width === 1280 ? confirmByCommand : confirmByApi)(reservationId)
    await page.clock.fastForward('00:31')
    await arrive(visitor, say('foyer.success.title', 'Emmy'), /\/success$/)
    await inspectPage(visitor, 'transfer-5-success')
    await expectReceipt(visitor, reservationId)
    const mails = await shop.mailsTo(person.email, 3)
    const ticketMail = mails.find(
      mail => mail.attachments.length > 0 && mail.subject.startsWith(say('foyer.mail.ticket.subject', '').trimEnd()),
    )
    expect(ticketMail?.text).toContain('Emmy Noether')
  })
})

function partOf({ page, say }: Visitor, nameKey: string) {
  return page.locator('dl > div').filter({ has: page.getByText(say(nameKey), { exact: true }) })
}

/** The order is not done; the instructions are there once, by a day in words, and no proof of the transfer is wanted. */
async function expectPlainInstructions(visitor: Visitor): Promise<void> {
  const { page, say, language } = visitor
  const step = page.getByRole('list', { name: say('foyer.order.steps') }).locator('[aria-current=step]')
  expect(await step.textContent()).toContain(say('breadcrumb.step3'))
  expect(await page.getByText('DE89 3704 0044 0532 0130 00').count()).toBe(1)
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'long' })
  const weekdays = Array.from({ length: 7 }, (_, day) => weekday.format(day * 86_400_000)).join('|')
  const until = await partOf(visitor, 'invoice.payment-instruction-no-later-than').textContent()
  expect(until).toMatch(new RegExp(`(${weekdays}),? .* 20\\d\\d`))
  const proof = say('reservation-page-waiting.required-steps.2', '').replace(/<[^]*$/, '')
  expect(proof.length).toBeGreaterThan(10)
  expect(await page.locator('body').textContent()).not.toContain(proof)
}

/** The time to pay runs out while the page is open: it shows a late buyer what to do, and still what to transfer. */
async function expectOverdueNotice(visitor: Visitor): Promise<void> {
  const { page, say } = visitor
  const notice = page.getByRole('status').filter({ hasText: say('foyer.transfer.overdue.title') })
  expect(await notice.count()).toBe(0)
  await shop.advance('P8D')
  // The page gets the shop's time with the next answer.
  const isShown = async () => {
    await page.clock.fastForward('00:31')
    return notice.count()
  }
  await expect.poll(isShown).toBe(1)
  await partOf(visitor, 'invoice.payment-reason').waitFor()
  await inspectPage(visitor, 'transfer-4-overdue')
  await shop.resetClock()
}

/** Each part of the transfer is one press away from the banking app. */
async function expectToCopy(visitor: Visitor, nameKey: string, text: string): Promise<void> {
  const { page, does, say } = visitor
  await does.press(partOf(visitor, nameKey).getByRole('button'))
  const clipboard = () =>
    page.locator('html').evaluate(root => root.ownerDocument.defaultView.navigator.clipboard.readText())
  await expect.poll(clipboard).toBe(text)
  await partOf(visitor, nameKey)
    .getByRole('button', { name: say('foyer.copy.done') })
    .waitFor()
}

/** EPC069-12, version 002, a line each. */
function transferCode(reason: string): string {
  return [
    'BCD',
    '002',
    '1',
    'SCT',
    '',
    'Nordlicht Werkstatt eG',
    'DE89370400440532013000',
    'EUR71.40',
    '',
    '',
    reason,
  ].join('\n')
}

/** The money is there, and no invoice was asked for. */
async function expectReceipt({ page, say }: Visitor, reservationId: string): Promise<void> {
  const receipt = page.getByRole('link', { name: say('reservation-page-complete.download-your-receipt') })
  // The page asks for changes of the order meanwhile.
  const isReceipt = (response: { url(): string }) => response.url().includes('/receipt')
  const [download] = await Promise.all([page.context().waitForEvent('response', isReceipt), receipt.click()])
  expect(download.url()).toContain(`/event/reading-logs/reservation/${reservationId}/receipt`)
  expect(download.headers()['content-type']).toBe('application/pdf')
}

function eventName({ page }: Visitor): Promise<string> {
  return page.getByRole('complementary').getByRole('heading').innerText()
}

async function confirmByCommand(reservationId: string): Promise<void> {
  expect(await foyer('payments', 'confirm', reservationId)).toContain(`${reservationId} is paid.`)
}

/** What the organiser's own program does. */
async function confirmByApi(reservationId: string): Promise<void> {
  const key = (await foyer('api-key', 'create', '--organization', 'nordlicht')).trim().split(/\s+/).at(-1)
  const response = await fetch(`${shop.url}/api/v1/admin/reservation/${reservationId}/confirm`, {
    method: 'PUT',
    headers: { authorization: `ApiKey ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ transaction: { paymentProvider: 'OFFLINE' } }),
  })
  expect(response.status).toBe(200)
}

/** `npm run foyer -- <command>` beside the running shop; returns what it says. */
async function foyer(...command: readonly string[]): Promise<string> {
  const root = join(import.meta.dirname, '../..')
  const env = { ...process.env, ...shop.environment }
  const args = ['server/operation/command/foyer.ts', ...command]
  return (await promisify(execFile)(process.execPath, args, { cwd: root, env })).stdout
}
