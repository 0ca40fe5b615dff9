import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Instant, after, days, hours, instant, minutes } from '#domain/foundation/instant.ts'
import { transaction } from '#server/foundation/database/database.ts'
import { eventLog } from '#server/foundation/base/event-log.ts'
import { testDatabase } from '#tests/support/database/test-database.ts'
import type { AttachmentDescription, MakeAttachment } from './message.ts'
import { deliverDueMail, giveUpDeadMail } from './deliver.ts'
import { type QueuedMail, queueMail } from './queue.ts'
import { testMailServer } from '#tests/fakes/mail-server.ts'
import { type MailTransport, mailTransport } from './transport.ts'

const { db, pool } = await testDatabase()
const START = instant(Date.UTC(2027, 0, 15, 8))
const END_OF_EVENT = after(START, days(30))

let now: Instant
const clock = { now: () => now }
const quiet = eventLog({ info: () => {}, warn: () => {}, error: () => {} })
const shop = { db, clock, log: quiet }

let server: Awaited<ReturnType<typeof testMailServer>>
let transport: MailTransport
const eventId = await anEvent()

beforeEach(async () => {
  now = START
  await pool.query('delete from mail')
  server = await testMailServer()
  transport = mailTransport({ smtpUrl: server.url, mailFrom: 'tickets@shop.example', outbox: '' })
})

afterEach(async () => {
  transport.close()
  await server.close()
})

async function anEvent(): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `with organizer as (
       insert into organization (name, email, description, created_at)
       values ('O', 'o@example.org', '', now()) returning id
     ), context as (
       insert into purchase_context (kind, organization_id, status, languages, title, description, time_zone,
         vat_status, created_at, updated_at)
       select 'EVENT', id, 'PUBLIC', '{en}', '{}', '{}', 'Europe/Zurich', 'NONE', now(), now() from organizer
       returning id
     )
     insert into event (id, short_name, format, free_of_charge, starts_at, ends_at, seats, secret_key)
     select id, 'alpine', 'IN_PERSON', true, $1, $2, 10, 'key' from context returning id`,
    [new Date(START), new Date(END_OF_EVENT)],
  )
  return rows[0]?.id ?? 0
}

function aMail(change: Partial<QueuedMail> = {}): QueuedMail {
  return {
    purchaseContextId: eventId,
    reservationId: null,
    recipient: 'ada@example.org',
    senderName: 'Alpine Systems Days',
    replyTo: 'hello@alpine.example',
    subject: 'Your ticket',
    text: 'Grüezi Ada',
    html: '<p>Grüezi <b>Ada</b></p>',
    attachments: [],
    ...change,
  }
}

const queue = (change: Partial<QueuedMail> = {}) => transaction(db, tx => queueMail(tx, aMail(change), now))

const noAttachments: MakeAttachment = async description => {
  throw new Error(`nobody asked for ${description.kind}`)
}

const deliver = (makeAttachment = noAttachments, maximumAttempts = 10) =>
  deliverDueMail(shop, { transport, makeAttachment, maximumAttempts })

async function rows() {
  return db.kysely
    .selectFrom('mail')
    .select(['status', 'attempts', 'next_attempt_at', 'last_error'])
    .orderBy('id')
    .execute()
}

describe('a queued mail', () => {
  test('arrives with both parts, from the event, with replies to the organiser', async () => {
    await queue()
    expect(await deliver()).toBe(1)
    expect(server.received).toHaveLength(1)
    expect(server.received[0]).toMatchObject({
      from: { name: 'Alpine Systems Days', address: 'tickets@shop.example' },
      to: [{ address: 'ada@example.org' }],
      replyTo: [{ address: 'hello@alpine.example' }],
      subject: 'Your ticket',
      text: 'Grüezi Ada\n',
      html: '<p>Grüezi <b>Ada</b></p>\n',
      date: '2027-01-15T08:00:00.000Z',
      attachments: [],
    })
    expect(await rows()).toMatchObject([{ status: 'SENT', attempts: 1 }])
  })

  test('is not sent when its transaction is rolled back', async () => {
    const failing = transaction(db, async tx => {
      await queueMail(tx, aMail(), now)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await deliver()).toBe(0)
  })

  test('is sent once', async () => {
    await queue()
    await deliver()
    expect(await deliver()).toBe(0)
    expect(server.received).toHaveLength(1)
  })

  test('without a recipient is dropped', async () => {
    await queue({ recipient: '  ' })
    expect(await rows()).toEqual([])
  })

  test('of an event that has ended is not sent', async () => {
    await queue()
    now = END_OF_EVENT
    expect(await deliver()).toBe(0)
    now = after(END_OF_EVENT, -1)
    expect(await deliver()).toBe(1)
  })

  test('of an event that has ended is sent all the same when it carries a document of the books, or was asked for', async () => {
    const billing: AttachmentDescription = { kind: 'billing-pdf', eventId, documentId: 'x' }
    await queue({ recipient: 'books@example.org', attachments: [billing] })
    await queue({ recipient: 'asked@example.org', outlivesEvent: true })
    await queue({ recipient: 'neither@example.org' })
    now = END_OF_EVENT
    expect(await giveUpDeadMail(shop, { maximumAttempts: 10 })).toBe(1)
    const pdf = { fileName: 'credit-note.pdf', contentType: 'application/pdf', content: new Uint8Array([1]) }
    expect(await deliver(async () => pdf)).toBe(2)
    const recipients = server.received.map(mail => mail.to?.[0]?.address)
    expect(new Set(recipients)).toEqual(new Set(['asked@example.org', 'books@example.org']))
  })
})

test('a mail that waits when its event ends is given up, and the log says why', async () => {
  await queue()
  await queue({ purchaseContextId: eventId, recipient: 'late@example.org' })
  await pool.query(`update mail set status = 'RETRY', attempts = 2 where recipient = 'late@example.org'`)
  now = after(END_OF_EVENT, -1)
  expect(await giveUpDeadMail(shop, { maximumAttempts: 10 })).toBe(0)
  now = END_OF_EVENT
  expect(await giveUpDeadMail(shop, { maximumAttempts: 10 })).toBe(2)
  const reason = 'not sent: the event has ended'
  expect(await rows()).toMatchObject([
    { status: 'ERROR', last_error: reason },
    { status: 'ERROR', last_error: reason },
  ])
  expect(await giveUpDeadMail(shop, { maximumAttempts: 10 })).toBe(0)
})

test('a mail without a drawn part is its text', async () => {
  await queue({ isTextOnly: true })
  await deliver()
  expect(server.received[0]).toMatchObject({ text: 'Grüezi Ada\n' })
  expect(server.received[0]?.html).toBeUndefined()
})

describe('the same mail twice', () => {
  test('is one mail when both are asked for before it leaves', async () => {
    await Promise.all([queue(), queue(), queue({ html: '<p>newer</p>' })])
    expect(await deliver()).toBe(1)
    expect(server.received).toHaveLength(1)
  })

  test('goes out again when it has been sent, as a message of its own', async () => {
    await queue()
    await deliver()
    now = after(now, minutes(1))
    await queue()
    expect(await deliver()).toBe(1)
    expect(new Set(server.received.map(mail => mail.messageId)).size).toBe(2)
  })

  test('asked for while it is being sent is left to that', async () => {
    await queue()
    server.onArrival(queue)
    await deliver()
    expect(await deliver()).toBe(0)
    expect(server.received).toHaveLength(1)
  })

  test.each<Partial<QueuedMail>>([
    { recipient: 'other@example.org' },
    { subject: 'Other' },
    { text: 'Other' },
    { attachments: [{ kind: 'ticket-pdf', ticketId: 'x' }] },
  ])('is two when they differ in %o', async change => {
    await queue()
    await queue(change)
    expect(await rows()).toHaveLength(2)
  })
})

describe('a mail the server refuses', () => {
  test('is tried again after a delay that grows', async () => {
    await queue()
    for (const attempt of [1, 2, 3]) {
      server.refuseNext(1)
      expect(await deliver()).toBe(1)
      const nextAttempt = after(now, minutes(attempt))
      expect(await rows()).toMatchObject([{ status: 'RETRY', attempts: attempt, next_attempt_at: nextAttempt }])
      now = after(nextAttempt, -1)
      expect(await deliver()).toBe(0)
      now = nextAttempt
    }
    expect(await deliver()).toBe(1)
    expect(await rows()).toMatchObject([{ status: 'SENT', attempts: 4, last_error: null }])
    expect(server.received).toHaveLength(1)
  })

  test('is given up after the last attempt, with the reason', async () => {
    await queue()
    server.refuseNext(2)
    await deliver(noAttachments, 2)
    now = after(now, hours(2))
    await deliver(noAttachments, 2)
    expect(await rows()).toMatchObject([{ status: 'ERROR', attempts: 2, last_error: expect.stringContaining('451') }])
    now = after(now, hours(2))
    expect(await deliver()).toBe(0)
  })

  test('and has been given up goes out when it is asked for again', async () => {
    await queue()
    server.refuseNext(1)
    await deliver(noAttachments, 1)
    await queue()
    expect(await deliver()).toBe(1)
    expect(server.received).toHaveLength(1)
  })

  test('does not delay the others', async () => {
    await queue({ recipient: 'a@example.org' })
    await queue({ recipient: 'b@example.org' })
    server.refuseNext(1)
    expect(await deliver()).toBe(2)
    expect((await rows()).map(({ status }) => status).toSorted()).toEqual(['RETRY', 'SENT'])
  })
})

describe('a mail server that is away', () => {
  test('is waited for a day, whatever the number of attempts', async () => {
    await queue()
    await server.close()
    for (let attempt = 1; now < after(START, days(1)); attempt += 1) {
      expect(await deliver(noAttachments, 2)).toBe(1)
      const [mail] = await rows()
      expect(mail).toMatchObject({ status: 'RETRY', attempts: attempt })
      expect(mail?.last_error).toContain('ECONNREFUSED')
      now = after(now, minutes(10))
    }
    expect(await deliver(noAttachments, 2)).toBe(1)
    expect(await rows()).toMatchObject([{ status: 'ERROR' }])
  })

  test('does not count against a mail that it refuses when it is back', async () => {
    await queue()
    const away = Object.assign(new Error('421 closing'), { responseCode: 421 })
    const refusing = Object.assign(new Error('451 no'), { responseCode: 451 })
    const attempt = async (error: Error) => {
      const sends = { send: async () => Promise.reject(error), close: () => {} }
      await deliverDueMail(shop, { transport: sends, makeAttachment: noAttachments, maximumAttempts: 2 })
      now = after(now, minutes(10))
    }
    for (let count = 0; count < 5; count += 1) await attempt(away)
    await attempt(refusing)
    expect(await rows()).toMatchObject([{ status: 'RETRY', attempts: 6 }])
    await attempt(refusing)
    expect(await rows()).toMatchObject([{ status: 'ERROR', attempts: 7 }])
  })

  test('is tried with one mail a lane in a run, not with each that waits', async () => {
    for (let count = 0; count < 20; count += 1) await queue({ recipient: `n${count}@example.org` })
    await server.close()
    expect(await deliver()).toBeLessThanOrEqual(4)
    const statuses = (await rows()).map(({ status }) => status)
    expect(statuses.filter(status => status === 'WAITING').length).toBeGreaterThanOrEqual(16)
  })
})

test('what a server says is kept without what no text can hold', async () => {
  await queue()
  const odd = { send: async () => Promise.reject(new Error('550 no\u0000\r\nsuch mailbox')), close: () => {} }
  await deliverDueMail(shop, { transport: odd, makeAttachment: noAttachments, maximumAttempts: 1 })
  expect(await rows()).toMatchObject([{ status: 'ERROR', last_error: '550 no such mailbox' }])
})

describe('a process that dies while it sends', () => {
  test('leaves a mail that another sends ten minutes later, recognisable as the same', async () => {
    await queue()
    const dead = new Promise<never>(() => {})
    const sending = deliverDueMail(shop, {
      transport: {
        send: async mail => {
          await transport.send(mail)
          await dead
        },
        close: () => {},
      },
      makeAttachment: noAttachments,
      maximumAttempts: 10,
    })
    await expect.poll(() => server.received.length).toBe(1)
    now = after(now, minutes(10) - 1)
    expect(await deliver()).toBe(0)
    now = after(START, minutes(10))
    expect(await deliver()).toBe(1)
    expect(server.received).toHaveLength(2)
    expect(new Set(server.received.map(mail => mail.messageId)).size).toBe(1)
    expect(await rows()).toMatchObject([{ status: 'SENT', attempts: 2 }])
    void sending
  })

  test('is not tried for ever: after the last attempt it is given up, once no process can be sending it', async () => {
    await queue()
    await pool.query(`update mail set status = 'IN_PROCESS', attempts = 3, claimed_at = $1`, [new Date(START)])
    const giveUp = () => giveUpDeadMail(shop, { maximumAttempts: 3 })
    now = after(START, minutes(10) - 1)
    expect(await giveUp()).toBe(0)
    now = after(START, minutes(10))
    expect(await giveUpDeadMail(shop, { maximumAttempts: 4 })).toBe(0)
    expect(await giveUp()).toBe(1)
    expect(await rows()).toMatchObject([{ status: 'ERROR', last_error: expect.stringContaining('given up') }])
    expect(await deliver()).toBe(0)
  })

  test('several processes send each mail once, and a hundred in a run', async () => {
    await transaction(db, async tx => {
      for (let count = 0; count < 130; count++) await queueMail(tx, aMail({ recipient: `n${count}@example.org` }), now)
    })
    expect(await deliver()).toBe(100)
    const taken = await Promise.all([deliver(), deliver(), deliver()])
    expect(taken.reduce((sum, count) => sum + count, 0)).toBe(30)
    const recipients = server.received.map(mail => mail.to?.[0]?.address)
    expect(recipients).toHaveLength(130)
    expect(new Set(recipients).size).toBe(130)
  })
})

describe('attachments', () => {
  const ticket: AttachmentDescription = { kind: 'ticket-pdf', ticketId: '5f0c' }
  const calendar: AttachmentDescription = { kind: 'event-calendar', eventId: 7, language: 'en' }

  test('are made when the mail is sent, in their order', async () => {
    await queue({ attachments: [ticket, calendar] })
    const described: AttachmentDescription[] = []
    await deliver(async description => {
      described.push(description)
      return description.kind === 'ticket-pdf'
        ? { fileName: 'ticket-5f0c.pdf', contentType: 'application/pdf', content: new Uint8Array([0, 255, 10, 13]) }
        : { fileName: 'calendar.ics', contentType: 'text/calendar; charset=utf-8', content: 'BEGIN:VCALENDAR\r\nX:é' }
    })
    expect(described).toEqual([ticket, calendar])
    const [pdf, ics] = server.received[0]?.attachments ?? []
    expect(pdf).toMatchObject({ filename: 'ticket-5f0c.pdf', mimeType: 'application/pdf', disposition: 'attachment' })
    expect([...Buffer.from(pdf?.content as ArrayBuffer)]).toEqual([0, 255, 10, 13])
    expect(ics).toMatchObject({ filename: 'calendar.ics', mimeType: 'text/calendar' })
    expect(Buffer.from(ics?.content as ArrayBuffer).toString()).toContain('X:é')
  })

  test('that can be made of nothing any more keep the mail from going out', async () => {
    await queue({ attachments: [ticket] })
    await deliver(async () => undefined)
    expect(server.received).toEqual([])
    expect(await rows()).toMatchObject([{ status: 'ERROR', attempts: 1 }])
  })

  test('that fail to be made leave the mail to be tried again', async () => {
    await queue({ attachments: [ticket] })
    await deliver(async () => Promise.reject(new Error('no memory')))
    expect(await rows()).toMatchObject([{ status: 'RETRY', last_error: 'no memory' }])
  })
})

test('no mail is sent inside a transaction', async () => {
  await expect(transaction(db, () => deliver())).rejects.toThrow('transaction')
})

afterAll(() => transport.close())
