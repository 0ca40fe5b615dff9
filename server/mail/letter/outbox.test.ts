import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { instant } from '#domain/foundation/instant.ts'
import type { OutgoingMail } from './message.ts'
import { capturedAttachment, capturedMail, capturedMails } from './outbox.ts'
import { attachmentPath, htmlPath, mailPreviewPage, outboxPage } from '#server/operation/development/outbox.ts'
import { mailTransport } from './transport.ts'

let folder: string
let outbox: string
const sentAt = instant(Date.UTC(2027, 0, 15, 8))

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-outbox-'))
  outbox = join(folder, 'outbox')
})

afterEach(() => rm(folder, { recursive: true }))

function aMail(change: Partial<OutgoingMail> = {}): OutgoingMail {
  return {
    id: '9',
    requestedAt: sentAt,
    sentAt,
    senderName: 'Fête "d’été", Zürich',
    replyTo: 'hello@alpine.example',
    unsubscribeUrl: null,
    recipient: 'ada@example.org',
    subject: 'Your ticket <b>',
    text: 'Grüezi & <i>',
    html: '<p>Grüezi</p>',
    attachments: [
      { fileName: 'ticket-5f0c.pdf', contentType: 'application/pdf', content: new Uint8Array([37, 80, 68, 70]) },
    ],
    ...change,
  }
}

const capture = (mail: OutgoingMail) =>
  mailTransport({ smtpUrl: undefined, mailFrom: 'tickets@shop.example', outbox }).send(mail)

test('an outbox nothing was captured in yet is empty', async () => {
  expect(await capturedMails(outbox)).toEqual([])
  expect(outboxPage([], 'n')).toContain('Nothing here yet')
})

test('a captured mail reads as it would have arrived', async () => {
  await capture(aMail())
  expect(await readdir(outbox)).toEqual([`${sentAt}-9.eml`])
  expect(await capturedMails(outbox)).toEqual([
    {
      id: `${sentAt}-9`,
      date: '2027-01-15T08:00:00.000Z',
      from: 'Fête "d’été", Zürich <tickets@shop.example>',
      to: 'ada@example.org',
      replyTo: 'hello@alpine.example',
      subject: 'Your ticket <b>',
      messageId: `<mail-9-${sentAt.toString(36)}@shop.example>`,
      text: 'Grüezi & <i>\n',
      html: '<p>Grüezi</p>\n',
      attachments: [{ fileName: 'ticket-5f0c.pdf', contentType: 'application/pdf', size: 4, contentId: '' }],
    },
  ])
  const attachment = await capturedAttachment(outbox, `${sentAt}-9`, 0)
  expect(attachment?.content.toString()).toBe('%PDF')
})

test('the newest mail comes first', async () => {
  await capture(aMail({ id: '9' }))
  await capture(aMail({ id: '10' }))
  await capture(aMail({ id: '2', sentAt: instant(sentAt + 1) }))
  expect((await capturedMails(outbox)).map(({ id }) => id)).toEqual([`${sentAt + 1}-2`, `${sentAt}-10`, `${sentAt}-9`])
})

test('what is not in the outbox is not found', async () => {
  await capture(aMail())
  await writeFile(join(folder, 'secret.eml'), 'Subject: secret')
  for (const id of ['../secret', 'none', '']) {
    expect(await capturedMail(outbox, id)).toBeUndefined()
    expect(await capturedAttachment(outbox, id, 0)).toBeUndefined()
  }
  expect(await capturedAttachment(outbox, `${sentAt}-9`, 1)).toBeUndefined()
})

test('a header cannot be smuggled in by a name or an address', async () => {
  await capture(aMail({ senderName: 'A\r\nBcc: x@evil.example', recipient: 'a@example.org, b@evil.example' }))
  const [mail] = await capturedMails(outbox)
  expect(mail?.from).toBe('A Bcc: x@evil.example <tickets@shop.example>')
  expect(mail?.to).toBe('"a@example.org, b"@evil.example')
})

test('the pages show mails as text and link to their parts', async () => {
  await capture(aMail())
  const mails = await capturedMails(outbox)
  const id = `${sentAt}-9`
  const list = outboxPage(mails, 'n0nce')
  expect(list).toContain('Your ticket &lt;b&gt;')
  expect(list).toContain('<style nonce="n0nce">')
  const [mail] = mails
  const preview = mail ? mailPreviewPage(mail, 'n0nce') : ''
  expect(preview).toContain('Grüezi &amp; &lt;i&gt;')
  expect(preview).toContain(`sandbox="allow-popups" src="${htmlPath(id)}"`)
  expect(preview).toContain(`href="${attachmentPath(id, 0)}"`)
})

test('only the owner may read captured mail, also mail whose mode was wider before', async () => {
  const modes = async () => {
    const names = await readdir(outbox)
    const found = await Promise.all([outbox, ...names.map(name => join(outbox, name))].map(path => stat(path)))
    return found.map(({ mode }) => mode & 0o777)
  }
  await capture(aMail())
  expect(await modes()).toEqual([0o700, 0o600])
  for (const name of await readdir(outbox)) await chmod(join(outbox, name), 0o644)
  await chmod(outbox, 0o755)
  mailTransport({ smtpUrl: undefined, mailFrom: 'foyer@localhost', outbox }).close()
  expect(await modes()).toEqual([0o700, 0o600])
})
