import { afterAll, expect, test } from 'vitest'
import { downloadTicket } from '#contract/ticket.ts'
import { pathTo } from '#contract/paths.ts'
import { capturedAttachment, capturedMails } from '#server/mail/letter/outbox.ts'
import { accessibilityFaults } from '#tests/support/documents/pdf/accessibility-faults.ts'
import { readPdf } from '#tests/support/documents/pdf/read-pdf.ts'
import { stopRendering } from '#server/documents/pdf/pdf-renderer.ts'
import { aQuestionFile, aServiceFile, anEventFile, localTime } from '#tests/builders/event-file.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { filledIn, hold, infoOf, pay, sendDetails, ticketsOf } from '#tests/support/buyer/purchase.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const clock = manualClock()
const { url, apiKey, outbox, runJobs } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)

afterAll(stopRendering)

const german = (en: string, de: string) => [
  { lang: 'en', body: en },
  { lang: 'de', body: de },
]

const eventName = await organiser.open(
  anEventFile(clock.now(), {
    seats: 20,
    description: german('A day.', 'Ein Tag.'),
    additionalServices: [
      aServiceFile({
        supplementPolicy: 'MANDATORY_ONE_FOR_TICKET',
        title: german('Bag', 'Tasche'),
        inception: localTime(clock.now(), { days: -1 }),
      }),
      aServiceFile({
        supplementPolicy: 'MANDATORY_ONE_FOR_TICKET',
        title: german('Lunch', 'Mittagessen'),
        inception: localTime(clock.now(), { days: -1 }),
      }),
    ],
    additionalInfo: [
      aQuestionFile({
        name: 'engraving',
        type: 'GENERIC_TEXT',
        label: german('Written on it', 'Aufschrift'),
        additionalService: 'Bag',
      }),
    ],
  }),
)

/** Ada's ticket in German, paid at the door, with what her bag says. */
async function order(): Promise<{ id: string; publicId: string }> {
  const id = await hold(buyer, eventName, { Conference: 1 }, 'de')
  const info = await infoOf(buyer, id)
  const [ticket] = ticketsOf(info)
  if (!ticket) throw new Error('no ticket')
  const items = info.additionalServiceWithData ?? []
  const form = filledIn(info)
  const sent = await sendDetails(buyer, id, {
    ...form,
    tickets: { [ticket.uuid]: { ...form.tickets?.[ticket.uuid], userLanguage: 'de' } },
    additionalServices: {
      [ticket.uuid]: items.map(({ itemId, ticketFieldConfiguration }) => ({
        additionalServiceItemId: itemId,
        ticketUUID: ticket.uuid,
        additional: Object.fromEntries(ticketFieldConfiguration.map(({ name }) => [name, ['Ada forever']])),
      })),
    },
  })
  expect(sent).toMatchObject({ status: 200 })
  expect((await pay(buyer, id)).status).toBe(200)
  return { id, publicId: ticket.uuid }
}

const { id, publicId } = await order()

test('the PDF shows the times, the extras with their answers, what is due and whose order it is', async () => {
  const answer = await fetch(url + pathTo(downloadTicket.path, { eventName, ticketIdentifier: publicId }))
  expect(answer.headers.get('x-robots-tag')).toBe('noindex')
  const bytes = new Uint8Array(await answer.arrayBuffer())
  const pdf = await readPdf(bytes)
  const text = pdf.text.replace(/\s+/g, ' ')
  for (const part of [
    'Alpine Systems Days',
    'Ada 1 Lovelace',
    'ada1@example.org',
    'Conference',
    publicId,
    `${id.slice(0, 8).toUpperCase()} von Ada Lovelace`,
    'Am Eingang zu zahlen CHF 120.00',
    'Alpine Systems hello@alpine-systems.example',
    '1 × Tasche',
    'Aufschrift: Ada forever',
    '1 × Mittagessen',
  ])
    expect(text).toContain(part)
  expect(text).toMatch(/\d\d:\d\d–\d\d:\d\d MEZ/)
  expect(pdf).toMatchObject({ language: 'de', qrText: expect.stringMatching(/^[0-9a-f-]{36}\/.{44}$/) })
  expect(text).not.toContain(pdf.qrText?.slice(0, 36))
  expect(await accessibilityFaults(bytes)).toEqual([])
})

test('the same ticket comes by mail', async () => {
  await runJobs()
  const mails = await capturedMails(outbox)
  for (const mail of mails.filter(({ to }) => to.includes('ada1@example.org'))) {
    const at = mail.attachments.findIndex(({ fileName }) => fileName === `ticket-${publicId}.pdf`)
    const file = await capturedAttachment(outbox, mail.id, at)
    const { text } = await readPdf(new Uint8Array(file?.content ?? []), { findsCode: false })
    expect(text.replace(/\s+/g, ' ')).toContain('Aufschrift: Ada forever')
  }
  expect(mails.some(({ to }) => to.includes('ada1@example.org'))).toBe(true)
})
