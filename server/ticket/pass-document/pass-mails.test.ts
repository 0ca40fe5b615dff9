import { afterAll, beforeEach, expect, test } from 'vitest'
import { resendReservationEmail } from '#contract/booking.ts'
import { confirmWithdrawal } from '#contract/withdrawal.ts'
import { minutes } from '#domain/foundation/instant.ts'
import { PASS_IS_GONE } from '#server/mail/letter/message.ts'
import { deliverDueMail } from '#server/mail/letter/deliver.ts'
import { mailTransport } from '#server/mail/letter/transport.ts'
import { openAttachments } from '#server/ticket/mail-attachments/attachments.ts'
import { stopRendering } from '#server/documents/pdf/pdf-renderer.ts'
import { SOME_DAY } from '#tests/builders/offer.ts'
import { type PassToStore, storePass } from '#tests/builders/stored-passes.ts'
import { testMailServer } from '#tests/fakes/mail-server.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { buyPass, passOf } from '#tests/support/buyer/pass-purchase.ts'
import { ADA } from '#tests/support/buyer/purchase.ts'
import { readPdf } from '#tests/support/documents/pdf/read-pdf.ts'
import { PRIVATE_INVOICE } from '#tests/support/organiser/invoice.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

// Whose mail carries the document of a pass, and that it carries only a good one (lifecycle D).

const clock = manualClock()
const { url, apiKey, shop } = await testShop({ clock })
const { organizationId, confirm } = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)
const server = await testMailServer()
const transport = mailTransport({ smtpUrl: server.url, mailFrom: 'tickets@shop.example', outbox: '' })
afterAll(async () => {
  transport.close()
  await server.close()
  stopRendering()
})

beforeEach(async () => {
  clock.set(SOME_DAY)
  await shop.db.kysely.deleteFrom('mail').execute()
})

const GRACE = { firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.org' }
const FOR_GRACE = { differentSubscriptionOwner: true, subscriptionOwner: GRACE }
const INVOICING = { VAT_NR: 'CHE-123.456.788', INVOICE_ADDRESS: 'Via Nassa 12, 6900 Lugano' }

const put = (pass: Partial<PassToStore> = {}) =>
  storePass(shop, {
    organizationId,
    price: 0n,
    withdrawal: { kind: 'possible', days: 14, afterUse: 'EVERYTHING' },
    ...pass,
  })
const fileNameOf = async (id: string) => {
  const row = await shop.db.kysely
    .selectFrom('bought_pass')
    .select('public_id')
    .where('reservation_id', '=', id)
    .executeTakeFirstOrThrow()
  return `subscription-${row.public_id}.pdf`
}
const withdraw = (id: string, amount = '0.00') =>
  buyer.expect(confirmWithdrawal, 200, { params: { reservationId: id }, body: { ...ADA, amount } })

/** What buyers and owners have got since, of the order and of the pass: to whom, and what was with it. */
async function arrived() {
  const before = server.received.length
  await deliverDueMail(shop, { transport, ...openAttachments(shop), maximumAttempts: 10 })
  return server.received
    .slice(before)
    .filter(({ subject }) => /Your (order|pass)/.test(subject ?? ''))
    .map(({ to, text, attachments }) => ({
      to: to?.[0]?.address ?? '',
      text: text ?? '',
      attachments,
      names: attachments.map(({ filename }) => filename ?? ''),
    }))
    .toSorted((one, other) => one.to.localeCompare(other.to))
}

const errorsTo = (recipient: string) =>
  shop.db.kysely
    .selectFrom('mail')
    .select(['status', 'last_error'])
    .where('recipient', '=', recipient)
    .where('status', '<>', 'SENT')
    .execute()

test('the buyer whose own it is has it with the confirmation, and again when they ask again', async () => {
  const { publicId } = await put()
  const id = await buyPass(buyer, publicId, { by: 'NONE' })
  const { pin } = await passOf(buyer, id)
  const [mail, ...others] = await arrived()
  expect(others).toEqual([])
  expect([mail?.to, mail?.names]).toEqual([ADA.email, [await fileNameOf(id)]])
  const content = mail?.attachments[0]?.content
  const { text } = await readPdf(new Uint8Array(Buffer.from(content as ArrayBuffer)), { findsCode: false })
  expect(text).toContain(pin)

  const params = { purchaseContextType: 'subscription', publicIdentifier: publicId, reservationId: id } as const
  await buyer.expect(resendReservationEmail, 200, { params, query: { lang: 'de' } })
  const stored = await shop.db.kysely
    .selectFrom('mail')
    .select('attachments')
    .where('recipient', '=', ADA.email)
    .execute()
  expect(stored.length).toBeGreaterThan(1)
  for (const { attachments } of stored) expect(attachments).toMatchObject([{ kind: 'pass-pdf' }])
})

test('another owner gets it with their mail, and the buyer gets none', async () => {
  const id = await buyPass(buyer, (await put()).publicId, { ...FOR_GRACE, by: 'NONE' })
  expect((await arrived()).map(({ to, names }) => [to, names])).toEqual([
    [ADA.email, []],
    [GRACE.email, [await fileNameOf(id)]],
  ])
})

test('codes that are not to be shown are neither in the mail nor on its attachment', async () => {
  const { publicId } = await put({ price: 10_000n })
  const id = await buyPass(buyer, publicId)
  await shop.db.kysely.updateTable('bought_pass').set({ display_pin: false }).where('reservation_id', '=', id).execute()
  await confirm(id, undefined, { customer: true, attendees: true })
  const { pin } = await passOf(buyer, id)
  const mail = (await arrived()).find(({ names }) => names.length > 0)
  expect(mail?.text).toContain('Your pass')
  expect(mail?.text).not.toContain('PIN')
  const content = mail?.attachments.find(({ filename }) => filename?.startsWith('subscription-'))?.content
  const { text } = await readPdf(new Uint8Array(Buffer.from(content as ArrayBuffer)), { findsCode: false })
  expect(text).toContain('Season pass')
  expect(text).not.toContain(pin)
})

test('of a pass that has been withdrawn from nothing goes out any more but to the buyer', async () => {
  const id = await buyPass(buyer, (await put()).publicId, { ...FOR_GRACE, by: 'NONE' })
  await withdraw(id)
  expect((await arrived()).map(({ to, names }) => [to, names])).toEqual([[ADA.email, []]])
  expect(await errorsTo(GRACE.email)).toEqual([{ status: 'ERROR', last_error: PASS_IS_GONE }])
})

test('neither when that happens while the mail server holds it', async () => {
  const id = await buyPass(buyer, (await put()).publicId, { by: 'NONE' })
  await shop.db.kysely.updateTable('mail').set({ status: 'SENT' }).where('recipient', '<>', ADA.email).execute()
  server.refuseNext(1)
  server.onArrival(async () => {
    server.onArrival(async () => {})
    await withdraw(id)
  })
  expect(await arrived()).toEqual([])
  clock.move(minutes(15))
  expect(await arrived()).toEqual([])
  expect(await errorsTo(ADA.email)).toEqual([{ status: 'ERROR', last_error: PASS_IS_GONE }])
})

test('a confirmation with an invoice goes without the pass that is gone', async () => {
  const { publicId } = await put({ price: 10_000n, settings: INVOICING })
  const id = await buyPass(buyer, publicId, PRIVATE_INVOICE)
  await arrived()
  await confirm(id, undefined, { customer: true, attendees: true })
  await withdraw(id, '100.00')
  const [mail] = await arrived()
  expect(mail?.names).toHaveLength(1)
  expect(mail?.names[0]).not.toContain('subscription-')
})
