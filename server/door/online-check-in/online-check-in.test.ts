import { describe, expect, test } from 'vitest'
import { getFullTicket, getTicket, releaseTicket, updateTicket } from '#contract/ticket.ts'
import { aCategoryFile } from '#tests/builders/event-file.ts'
import { SOME_DAY } from '#tests/builders/offer.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { type Joining, anOnlineEvent, at, buyOnline, call, local } from '#tests/support/buyer/online-tickets.ts'
import { ticketIdsOf } from '#tests/support/buyer/ids-of-tickets.ts'
import { aKey, aScanner, paperTickets } from '#tests/support/organiser/door.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { readCalendar } from '#tests/support/documents/read-calendar.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { openAttachments } from '#server/ticket/mail-attachments/attachments.ts'
import { decodeAttachments } from '#server/mail/letter/message.ts'

const clock = manualClock()
const { url, apiKey, shop } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)

const opened = (changes?: Parameters<typeof anOnlineEvent>[0]): Promise<string> =>
  organiser.open(anOnlineEvent(changes))

function bought(eventName: string, category?: string): Promise<Joining> {
  clock.set(SOME_DAY)
  return buyOnline({ shop, buyer }, eventName, category)
}

const addressOf = ({ eventName, ticketIdentifier, hash }: Joining): string =>
  `/event/${eventName}/ticket/${ticketIdentifier}/check-in/${hash}`

type Looking = { readonly method?: 'GET' | 'HEAD' | 'POST'; readonly headers?: Record<string, string> }

/** Where the address leads at this hour. */
async function led(joining: Joining, hour: number, { method = 'GET', headers = {} }: Looking = {}): Promise<string> {
  clock.set(at(hour))
  const answer = await fetch(url + addressOf(joining), { method, headers, redirect: 'manual' })
  expect(answer.status).toBe(method === 'POST' ? 303 : 302)
  return answer.headers.get('location') ?? ''
}

/** Where the button of the waiting room leads at this hour. */
const joined = (joining: Joining, hour: number): Promise<string> => led(joining, hour, { method: 'POST' })

const waitingRoomOf = (joining: Joining): string => `${addressOf(joining)}/waiting-room`
const pageOf = ({ eventName, ticketIdentifier }: Joining): string =>
  `/event/${eventName}/ticket/${ticketIdentifier}/update`
const THE_CALL = 'https://call.example/call'

const rowOf = ({ ticketIdentifier }: Joining) =>
  shop.db.kysely.selectFrom('ticket').selectAll().where('public_uuid', '=', ticketIdentifier).executeTakeFirstOrThrow()

const notedOf = async ({ ticketIdentifier }: Joining): Promise<string[]> => {
  const rows = shop.db.kysely.selectFrom('audit').select(['type', 'actor']).where('entity_id', '=', ticketIdentifier)
  return (await rows.orderBy('id').execute()).map(({ type, actor }) => `${type} by ${actor}`)
}

const scansOf = async (joining: Joining): Promise<string[]> => {
  const { uuid } = await rowOf(joining)
  const rows = shop.db.kysely.selectFrom('check_in_scan').selectAll().where('ticket_uuid', '=', uuid).orderBy('id')
  return (await rows.execute()).map(({ status, scanned_by: by }) => `${status} by ${by}`)
}

describe('the address of the check-in', () => {
  test('leads to the waiting room while no link is open, and changes nothing', async () => {
    const joining = await bought(await opened())
    for (const hour of [8, 8.49, 11.5, 30])
      for (const method of ['GET', 'POST'] as const)
        expect(await led(joining, hour, { method })).toBe(waitingRoomOf(joining))
    expect(await rowOf(joining)).toMatchObject({ status: 'ACQUIRED', locked: false })
    expect(await scansOf(joining)).toEqual([])
    expect(await notedOf(joining)).toEqual([])
  })

  test('leads to the waiting room while a link is open, and changes nothing: the button there joins', async () => {
    const joining = await bought(await opened())
    for (const hour of [8.5, 9, 11.4]) expect(await led(joining, hour)).toBe(waitingRoomOf(joining))
    expect(await rowOf(joining)).toMatchObject({ status: 'ACQUIRED', locked: false })
    expect([await scansOf(joining), await notedOf(joining)]).toEqual([[], []])
    expect(await joined(joining, 9)).toBe(THE_CALL)
    expect(await led(joining, 9)).toBe(THE_CALL)
    expect(await scansOf(joining)).toEqual(['SUCCESS by online'])
  })

  test('leads who joins to the link while it is open: the holder is checked in, the ticket locked, and it is noted', async () => {
    const joining = await bought(await opened())
    expect(await joined(joining, 8.5)).toBe(THE_CALL)
    expect(await rowOf(joining)).toMatchObject({ status: 'CHECKED_IN', locked: true })
    expect(await scansOf(joining)).toEqual(['SUCCESS by online'])
    expect(await notedOf(joining)).toEqual(['CHECK_IN by online'])
  })

  test('leads to the link again who is checked in, and notes nothing more', async () => {
    const joining = await bought(await opened())
    for (const hour of [9, 9, 11.4]) expect(await joined(joining, hour)).toBe(THE_CALL)
    expect(await scansOf(joining)).toHaveLength(1)
    expect(await notedOf(joining)).toHaveLength(1)
    expect(await joined(joining, 11.5)).toBe(waitingRoomOf(joining))
  })

  test('checks in once, however many come at the same time', async () => {
    const joining = await bought(await opened())
    const ways = await Promise.all(Array.from({ length: 8 }, () => joined(joining, 9)))
    expect(new Set(ways)).toEqual(new Set([THE_CALL]))
    expect(await notedOf(joining)).toEqual(['CHECK_IN by online'])
  })

  test('leads to the link that began last', async () => {
    const links = [call(8, 11), call(9.5, 10, 'part-two'), call(9, 11, 'main')]
    const joining = await bought(await opened({ onlineCallLinks: links }))
    expect(await joined(joining, 9.75)).toBe('https://call.example/part-two')
    expect(await joined(joining, 10)).toBe('https://call.example/main')
  })

  test('leads to the page of the ticket while the category is not let in', async () => {
    const joining = await bought(
      await opened({ category: { customValidity: { checkInFrom: local(9), checkInTo: local(10) } } }),
    )
    for (const hour of [8.75, 10.1])
      for (const method of ['GET', 'POST'] as const) expect(await led(joining, hour, { method })).toBe(pageOf(joining))
    expect(await rowOf(joining)).toMatchObject({ status: 'ACQUIRED' })
    expect(await joined(joining, 9)).toBe(THE_CALL)
    expect(await joined(joining, 10.1)).toBe(pageOf(joining))
  })

  test('leads to the page of the ticket while it is to be paid', async () => {
    const joining = await bought(await opened())
    const { id } = await rowOf(joining)
    await shop.db.kysely.updateTable('ticket').set({ status: 'TO_BE_PAID' }).where('id', '=', id).execute()
    expect(await led(joining, 9)).toBe(pageOf(joining))
    expect(await scansOf(joining)).toEqual([])
    expect(await joined(joining, 9)).toBe(pageOf(joining))
    expect(await rowOf(joining)).toMatchObject({ status: 'TO_BE_PAID' })
    expect(await scansOf(joining)).toEqual(['MUST_PAY by online'])
  })

  test.each([
    [
      'another hash',
      (one: Joining) => ({ ...one, hash: one.hash.replace(/^./, first => (first === '0' ? '1' : '0')) }),
    ],
    ['a part of the hash', (one: Joining) => ({ ...one, hash: one.hash.slice(0, 63) })],
    ['the hash in capitals', (one: Joining) => ({ ...one, hash: one.hash.toUpperCase() })],
    ['what is no hash', (one: Joining) => ({ ...one, hash: 'über' })],
    ['another ticket', (one: Joining) => ({ ...one, ticketIdentifier: '00000000-0000-4000-8000-000000000000' })],
    ['what is no ticket', (one: Joining) => ({ ...one, ticketIdentifier: 'x' })],
    ['an event that is not there', (one: Joining) => ({ ...one, eventName: 'unknown' })],
  ])('leads home with %s', async (_, change) => {
    const joining = await bought(await opened())
    for (const method of ['GET', 'POST'] as const) expect(await led(change(joining), 9, { method })).toBe('/')
    expect(await rowOf(joining)).toMatchObject({ status: 'ACQUIRED' })
    expect(await joined(joining, 9)).toBe(THE_CALL)
  })

  test('leads home from another event', async () => {
    const joining = await bought(await opened())
    expect(await joined({ ...joining, eventName: await opened() }, 9)).toBe('/')
  })

  test('keeps the link of a holder who is in from programs that only look', async () => {
    const joining = await bought(await opened())
    expect(await joined(joining, 9)).toBe(THE_CALL)
    const cases: Looking[] = [
      { method: 'HEAD' },
      { headers: { 'sec-purpose': 'prefetch;prerender' } },
      { headers: { purpose: 'prefetch' } },
    ]
    for (const how of cases) expect(await led(joining, 9, how)).toBe(waitingRoomOf(joining))
    expect(await led({ ...joining, hash: '0' }, 9, { method: 'HEAD' })).toBe('/')
    expect(await led(joining, 9)).toBe(THE_CALL)
  })

  test('is not cached, not indexed, and not sent to the next site', async () => {
    const joining = await bought(await opened())
    for (const method of ['GET', 'POST']) {
      clock.set(at(9))
      const { headers } = await fetch(url + addressOf(joining), { method, redirect: 'manual' })
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('x-robots-tag')).toBe('noindex')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
    }
  })
})

describe('the old hash', () => {
  const put = ({ eventName, ticketIdentifier }: Joining, email: string) =>
    buyer.expect(updateTicket, 200, {
      params: { eventName, ticketIdentifier },
      body: { firstName: 'Eva', lastName: 'Noether', email },
    })

  const full = ({ eventName, ticketIdentifier }: Joining) =>
    buyer.expect(getFullTicket, 200, { params: { eventName, ticketIdentifier } })

  /** The same ticket by its new id and hash. */
  async function asPassedOn(joining: Joining): Promise<Joining> {
    const [ticketIdentifier = ''] = await ticketIdsOf(shop, joining.order)
    const { ticketCodeHash: hash } = await full({ ...joining, ticketIdentifier })
    if (hash === null) throw new Error('no hash')
    return { ...joining, ticketIdentifier, hash }
  }

  test('dies when the ticket is passed on, and the new one opens', async () => {
    const joining = await bought(await opened())
    await put(joining, 'eva@example.org')
    const now = await asPassedOn(joining)
    expect(now.ticketIdentifier).not.toBe(joining.ticketIdentifier)
    expect((await full(joining)).ticketCodeHash).toBeNull()
    expect(await joined(joining, 9)).toBe('/')
    expect(await joined({ ...joining, hash: now.hash }, 9)).toBe('/')
    expect(await joined({ ...now, hash: joining.hash }, 9)).toBe('/')
    expect(await joined(now, 9)).toBe(THE_CALL)
  })

  test('dies when the ticket is released', async () => {
    const eventName = await opened({ settings: { ALLOW_FREE_TICKETS_CANCELLATION: true } })
    const { ticketIdentifier, ...rest } = await bought(eventName)
    await buyer.expect(releaseTicket, 200, { params: { eventName, ticketIdentifier } })
    expect(await joined({ ticketIdentifier, ...rest }, 9)).toBe('/')
  })

  test('is not mailed any more', async () => {
    const joining = await bought(await opened())
    await put(joining, 'eva@example.org')
    const now = await asPassedOn(joining)
    const mails = (await mailsOf(now)).filter(({ status }) => status === 'WAITING')
    expect(mails.filter(({ text }) => text.includes(joining.hash))).toEqual([])
    expect(mails.filter(({ text }) => text.includes(now.hash)).map(({ recipient }) => recipient)).toEqual([
      'eva@example.org',
    ])
  })
})

async function mailsOf({ order }: Joining) {
  const rows = await shop.db.kysely.selectFrom('mail').selectAll().where('reservation_id', '=', order).execute()
  return rows.map(row => ({
    recipient: row.recipient,
    status: row.status,
    text: row.text_body,
    attachments: decodeAttachments(row.attachments),
  }))
}

describe('who takes part online', () => {
  const hybrid = () =>
    opened({
      format: 'HYBRID',
      categories: [
        aCategoryFile(SOME_DAY, { name: 'Hall', price: 0, ticketAccessType: 'IN_PERSON', endSellingDate: local(9) }),
        aCategoryFile(SOME_DAY, { name: 'Screen', price: 0, ticketAccessType: 'ONLINE', endSellingDate: local(9) }),
      ],
    })

  test('of a hybrid event are the holders of its online categories alone', async () => {
    const eventName = await hybrid()
    const [hall, screen] = [await bought(eventName, 'Hall'), await bought(eventName, 'Screen')]
    expect(await joined(hall, 9)).toBe('/')
    expect(await joined(screen, 9)).toBe(THE_CALL)
    const answer = async ({ ticketIdentifier }: Joining) =>
      (await buyer.expect(getFullTicket, 200, { params: { eventName, ticketIdentifier } })).ticketCodeHash
    expect([await answer(hall), await answer(screen)]).toEqual([null, screen.hash])
  })

  test('read on the pages of their ticket from when, and by which hash', async () => {
    const { hash, ...params } = await bought(await opened())
    const roomAt = async (hour: number) => {
      clock.set(at(hour))
      const { tickets, ticketCodeHash: code } = await buyer.expect(getFullTicket, 200, { params })
      expect([code, (await buyer.expect(getTicket, 200, { params })).ticketCodeHash]).toEqual([hash, hash])
      return tickets.map(ticket => [ticket.onlineEventStarted, ticket.formattedOnlineCheckInDate['en']])
    }
    const opens = expect.stringMatching(/ 09:30$/)
    expect(await roomAt(8)).toEqual([[false, opens]])
    expect(await roomAt(8.5)).toEqual([[true, opens]])
    expect(await roomAt(12)).toEqual([[true, opens]])
  })

  test('get mail that leads to the waiting room, and so does its calendar, if that is wanted', async () => {
    const joining = await bought(await opened())
    const quiet = await bought(await opened({ settings: { INCLUDE_CHECK_IN_URL_ICAL: false } }))
    const place = async (one: Joining) => {
      const [mail] = (await mailsOf(one)).filter(({ text }) => text.includes(`${waitingRoomOf(one)}?lang=en`))
      expect(mail?.text).not.toMatch(new RegExp(`check-in/${one.hash}(?!/waiting-room)`))
      expect(mail?.attachments.map(({ kind }) => kind)).toEqual(['event-calendar'])
      const [description] = mail?.attachments ?? []
      const file = description && (await openAttachments(shop).makeAttachment(description))
      const [entry] = readCalendar(typeof file === 'object' ? String(file.content) : '').entries
      return entry?.location
    }
    expect(await place(joining)).toBe(`${shop.config.baseUrl}${waitingRoomOf(joining)}?lang=en`)
    expect(await place(quiet)).toBe('')
  })

  test('are known to the door as well', async () => {
    const { organizationId } = organiser
    const joining = await bought(await opened())
    const key = await aKey(url, { systemKey: apiKey, organizationId, role: 'OPERATOR' })
    const { reservation_id: order } = await rowOf(joining)
    const [paper] = await paperTickets(shop, order ?? '')
    if (!paper) throw new Error('no ticket')
    expect(await joined(joining, 9)).toBe(THE_CALL)
    expect(await aScanner(url, key, joining.eventName).scan(paper)).toBe('ALREADY_CHECK_IN')
  })
})
