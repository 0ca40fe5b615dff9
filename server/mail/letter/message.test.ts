import { afterEach, beforeEach, expect, test } from 'vitest'
import { instant } from '#domain/foundation/instant.ts'
import type { OutgoingMail } from './message.ts'
import { testMailServer } from '#tests/fakes/mail-server.ts'
import { type MailTransport, mailTransport } from './transport.ts'

const SENT_AT = instant(Date.UTC(2027, 0, 15, 8))
const NUL = String.fromCodePoint(0)

/** As rows hold it that are older than the cleaning of what people type. */
const odd = (text: string) => `${text}${NUL}\r\nBcc: eve@example.org\n\tX-Odd: 1\u001b[31m\u0085\u2028\u202eend`
const CLEANED = 'Bcc: eve@example.org X-Odd: 1[31m end'

let server: Awaited<ReturnType<typeof testMailServer>>
let transport: MailTransport

beforeEach(async () => {
  server = await testMailServer()
  transport = mailTransport({ smtpUrl: server.url, mailFrom: 'tickets@shop.example', outbox: '' })
})

afterEach(async () => {
  transport.close()
  await server.close()
})

function send(change: Partial<OutgoingMail>): Promise<void> {
  return transport.send({
    id: '1',
    requestedAt: SENT_AT,
    sentAt: SENT_AT,
    senderName: 'Alpine',
    replyTo: null,
    unsubscribeUrl: null,
    recipient: 'ada@example.org',
    subject: 'Your order',
    text: 'Hello',
    html: '',
    attachments: [],
    ...change,
  })
}

test('the head has no field that a title or a name put there, and nothing that deceives the reader', async () => {
  await send({ subject: odd('Your order'), senderName: odd('Alpine') })
  const [mail] = server.received
  expect([mail?.subject, mail?.from?.name]).toEqual([`Your order ${CLEANED}`, `Alpine ${CLEANED}`])
  const [head = ''] = server.heads
  const fields = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  expect(fields.map(field => field.slice(0, field.indexOf(':')).toLowerCase()).toSorted()).toEqual([
    'auto-submitted',
    'content-transfer-encoding',
    'content-type',
    'date',
    'from',
    'message-id',
    'mime-version',
    'subject',
    'to',
  ])
  expect(head).not.toMatch(/[^\x20-\x7e\r\n\t]/)
})

test.each([
  ['https://shop.example/waiting-list/1?lang=en', 'List-Unsubscribe=One-Click'],
  ['http://shop.example/waiting-list/1?lang=en', undefined],
])(
  'a mail that can be ended at %s says so in its head, with one click under TLS only',
  async (unsubscribeUrl, post) => {
    await send({ unsubscribeUrl })
    const headers = new Map(server.received[0]?.headers.map(({ key, value }) => [key, value]))
    expect(headers.get('list-unsubscribe')).toBe(`<${unsubscribeUrl}>`)
    expect(headers.get('list-unsubscribe-post')).toBe(post)
  },
)

test('the name of an attachment is one line without what can not be seen', async () => {
  await send({ attachments: [{ fileName: odd('ticket.pdf'), contentType: 'application/pdf', content: 'x' }] })
  expect(server.received[0]?.attachments.map(({ filename }) => filename)).toEqual([`ticket.pdf ${CLEANED}`])
})

test.each([
  ['club@example.org', ['club@example.org']],
  ['\u202eclub@example.org', ['club@example.org']],
  ['club@example.org\r\nBcc: eve@example.org', undefined],
  ['club@example.org, eve@example.org', undefined],
  ['nobody', undefined],
])('answers to %j go to %j', async (replyTo, expected) => {
  await send({ replyTo })
  expect(server.received).toHaveLength(1)
  expect(server.received[0]?.replyTo?.map(({ address }) => address)).toEqual(expected)
})

test.each(['ada@example.org\r\nBcc: eve@example.org', 'ada@example.org, eve@example.org'])(
  'a mail to %j does not leave',
  async recipient => {
    await expect(send({ recipient })).rejects.toThrow(/recipient/i)
    expect(server.received).toEqual([])
  },
)
