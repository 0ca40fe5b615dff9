import { describe, expect, test } from 'vitest'
import { getCheckInInfo } from '#contract/online-check-in.ts'
import type { CategoryRequest, EventFile } from '#contract/event-file.ts'
import { getFullTicket, getTicket, releaseTicket, updateTicket } from '#contract/ticket.ts'
import { type Instant, after, hours } from '#domain/instant.ts'
import { aCategoryFile, aFreeEventFile, anEventFile, localTime } from '#tests/builders/event-file.ts'
import { SOME_DAY } from '#tests/builders/offer.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { ticketIdsOf } from '#tests/support/buyer/ids-of-tickets.ts'
import { aKey, aScanner, paperTickets } from '#tests/support/organiser/door.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { buy, infoOf, ticketsOf } from '#tests/support/buyer/purchase.ts'
import { readCalendar } from '#tests/support/documents/read-calendar.ts'
import { standingClock } from '#tests/support/shop/standing-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { attachmentsOf } from '#server/mail-delivery/attachments.ts'
import { decodeAttachments } from '#server/letter/attachment.ts'
import { ticketCodeHash } from '#server/order/ticket-code.ts'

const clock = standingClock()
const { url, apiKey, shop } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)

/** Nine in the morning: all events here begin then and last until eleven. */
const NINE = after(SOME_DAY, hours(25))
const at = (hour: number): Instant => after(NINE, hours(hour - 9))
const local = (hour: number): string => localTime(NINE, { minutes: (hour - 9) * 60 })

const call = (from: number, to: number, name = 'call') => ({
  link: `https://call.example/${name}`,
  validFrom: local(from),
  validTo: local(to),
})

let events = 0

/** Online, with a link from half past eight until half past eleven; say what matters. */
function opened(changes: Omit<EventFile, 'tickets'> & { readonly category?: CategoryRequest } = {}): Promise<string> {
  const { category, ...more } = changes
  return organiser.open(
    aFreeEventFile(SOME_DAY, {
      slug: `online-${++events}`,
      format: 'ONLINE',
      startDate: local(9),
      endDate: local(11),
      onlineCallLinks: [call(8.5, 11.5)],
      categories: [aCategoryFile(SOME_DAY, { name: 'Everybody', price: 0, endSellingDate: local(9), ...category })],
      ...more,
    }),
  )
}

type Joining = Readonly<Record<'order' | 'eventName' | 'ticketIdentifier' | 'hash', string>>

/** A ticket, and the hash that its holder has. */
async function bought(eventName: string, category = 'Everybody'): Promise<Joining> {
  clock.set(SOME_DAY)
  const order = await buy(buyer, eventName, { [category]: 1 }, { by: 'NONE' })
  const [ticket] = ticketsOf(await infoOf(buyer, order))
  const [paper] = await paperTickets(shop, order)
  if (!ticket || !paper) throw new Error('no ticket')
  return { order, eventName, ticketIdentifier: ticket.uuid, hash: ticketCodeHash(paper.code) }
}

const addressOf = ({ eventName, ticketIdentifier, hash }: Joining): string =>
  `/event/${eventName}/ticket/${ticketIdentifier}/check-in/${hash}`

type Looking = { readonly method?: 'GET' | 'HEAD'; readonly headers?: Record<string, string> }

/** Where the address leads at this hour. */
async function led(joining: Joining, hour: number, { method = 'GET', headers = {} }: Looking = {}): Promise<string> {
  clock.set(at(hour))
  const answer = await fetch(url + addressOf(joining), { method, headers, redirect: 'manual' })
  expect(answer.status).toBe(302)
  return answer.headers.get('location') ?? ''
}

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
    for (const hour of [8, 8.49, 11.5, 30]) expect(await led(joining, hour)).toBe(waitingRoomOf(joining))
    expect(await rowOf(joining)).toMatchObject({ status: 'ACQUIRED', locked: false })
    expect(await scansOf(joining)).toEqual([])
    expect(await notedOf(joining)).toEqual([])
  })

  test('leads to the link while it is open: the holder is checked in, the ticket locked, and it is noted', async () => {
    const joining = await bought(await opened())
    expect(await led(joining, 8.5)).toBe(THE_CALL)
    expect(await rowOf(joining)).toMatchObject({ status: 'CHECKED_IN', locked: true })
    expect(await scansOf(joining)).toEqual(['SUCCESS by online'])
    expect(await notedOf(joining)).toEqual(['CHECK_IN by online'])
  })

  test('leads to the link again whoever is in, and notes nothing more', async () => {
    const joining = await bought(await opened())
    for (const hour of [9, 9, 11.4]) expect(await led(joining, hour)).toBe(THE_CALL)
    expect(await scansOf(joining)).toHaveLength(1)
    expect(await notedOf(joining)).toHaveLength(1)
    expect(await led(joining, 11.5)).toBe(waitingRoomOf(joining))
  })

  test('checks in once, however many come at the same time', async () => {
    const joining = await bought(await opened())
    const ways = await Promise.all(Array.from({ length: 8 }, () => led(joining, 9)))
    expect(new Set(ways)).toEqual(new Set([THE_CALL]))
    expect(await notedOf(joining)).toEqual(['CHECK_IN by online'])
  })

  test('leads to the link that began last', async () => {
    const links = [call(8, 11), call(9.5, 10, 'part-two'), call(9, 11, 'main')]
    const joining = await bought(await opened({ onlineCallLinks: links }))
    expect(await led(joining, 9.75)).toBe('https://call.example/part-two')
    expect(await led(joining, 10)).toBe('https://call.example/main')
  })

  test('leads to the page of the ticket while the category is not let in', async () => {
    const joining = await bought(
      await opened({ category: { customValidity: { checkInFrom: local(9), checkInTo: local(10) } } }),
    )
    for (const hour of [8.75, 10.1]) expect(await led(joining, hour)).toBe(pageOf(joining))
    expect(await rowOf(joining)).toMatchObject({ status: 'ACQUIRED' })
    expect(await led(joining, 9)).toBe(THE_CALL)
    expect(await led(joining, 10.1)).toBe(pageOf(joining))
  })

  test('leads to the page of the ticket while it is to be paid', async () => {
    const joining = await bought(await opened())
    const { id } = await rowOf(joining)
    await shop.db.kysely.updateTable('ticket').set({ status: 'TO_BE_PAID' }).where('id', '=', id).execute()
    expect(await led(joining, 9)).toBe(pageOf(joining))
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
    expect(await led(change(joining), 9)).toBe('/')
    expect(await rowOf(joining)).toMatchObject({ status: 'ACQUIRED' })
    expect(await led(joining, 9)).toBe(THE_CALL)
  })

  test('leads home from another event', async () => {
    const joining = await bought(await opened())
    expect(await led({ ...joining, eventName: await opened() }, 9)).toBe('/')
  })

  test('changes nothing for programs that only look, and does not tell them the link', async () => {
    const joining = await bought(await opened())
    const looks: Looking[] = [
      { method: 'HEAD' },
      { headers: { 'sec-purpose': 'prefetch;prerender' } },
      { headers: { purpose: 'prefetch' } },
    ]
    for (const look of looks) expect(await led(joining, 9, look)).toBe(waitingRoomOf(joining))
    expect(await led({ ...joining, hash: '0' }, 9, { method: 'HEAD' })).toBe('/')
    expect(await rowOf(joining)).toMatchObject({ status: 'ACQUIRED' })
    expect(await led(joining, 9)).toBe(THE_CALL)
  })

  test('is kept by nobody, found by nobody, and not told to the next site', async () => {
    const joining = await bought(await opened())
    for (const hour of [8, 9]) {
      clock.set(at(hour))
      const { headers } = await fetch(url + addressOf(joining), { redirect: 'manual' })
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
    expect(await led(joining, 9)).toBe('/')
    expect(await led({ ...joining, hash: now.hash }, 9)).toBe('/')
    expect(await led({ ...now, hash: joining.hash }, 9)).toBe('/')
    expect(await led(now, 9)).toBe(THE_CALL)
  })

  test('dies when the ticket is given back', async () => {
    const eventName = await opened({ settings: { ALLOW_FREE_TICKETS_CANCELLATION: true } })
    const { ticketIdentifier, ...rest } = await bought(eventName)
    await buyer.expect(releaseTicket, 200, { params: { eventName, ticketIdentifier } })
    expect(await led({ ticketIdentifier, ...rest }, 9)).toBe('/')
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
    organiser.open(
      aFreeEventFile(SOME_DAY, {
        slug: `hybrid-${++events}`,
        format: 'HYBRID',
        startDate: local(9),
        endDate: local(11),
        onlineCallLinks: [call(8.5, 11.5)],
        categories: [
          aCategoryFile(SOME_DAY, { name: 'Hall', price: 0, ticketAccessType: 'IN_PERSON', endSellingDate: local(9) }),
          aCategoryFile(SOME_DAY, { name: 'Screen', price: 0, ticketAccessType: 'ONLINE', endSellingDate: local(9) }),
        ],
      }),
    )

  test('of a hybrid event are the holders of its online categories alone', async () => {
    const eventName = await hybrid()
    const [hall, screen] = [await bought(eventName, 'Hall'), await bought(eventName, 'Screen')]
    expect(await led(hall, 9)).toBe('/')
    expect(await led(screen, 9)).toBe(THE_CALL)
    const answer = async ({ ticketIdentifier }: Joining) =>
      (await buyer.expect(getFullTicket, 200, { params: { eventName, ticketIdentifier } })).ticketCodeHash
    expect([await answer(hall), await answer(screen)]).toEqual([null, screen.hash])
  })

  test('are told by the pages of their ticket from when, and by which hash', async () => {
    const { hash, ...params } = await bought(await opened())
    const told = async (hour: number) => {
      clock.set(at(hour))
      const { tickets, ticketCodeHash: code } = await buyer.expect(getFullTicket, 200, { params })
      expect([code, (await buyer.expect(getTicket, 200, { params })).ticketCodeHash]).toEqual([hash, hash])
      return tickets.map(ticket => [ticket.onlineEventStarted, ticket.formattedOnlineCheckInDate['en']])
    }
    const opens = expect.stringMatching(/ 09:30$/)
    expect(await told(8)).toEqual([[false, opens]])
    expect(await told(8.5)).toEqual([[true, opens]])
    expect(await told(12)).toEqual([[true, opens]])
  })

  test('get mail that leads to the waiting room, and so does its calendar, if that is wanted', async () => {
    const joining = await bought(await opened())
    const quiet = await bought(await opened({ settings: { INCLUDE_CHECK_IN_URL_ICAL: false } }))
    const place = async (one: Joining) => {
      const [mail] = (await mailsOf(one)).filter(({ text }) => text.includes(`${waitingRoomOf(one)}?lang=en`))
      expect(mail?.text).not.toMatch(new RegExp(`check-in/${one.hash}(?!/waiting-room)`))
      expect(mail?.attachments.map(({ kind }) => kind)).toEqual(['event-calendar'])
      const [description] = mail?.attachments ?? []
      const file = description && (await attachmentsOf(shop)(description))
      const [entry] = readCalendar(String(file?.content)).entries
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
    expect(await led(joining, 9)).toBe(THE_CALL)
    expect(await aScanner(url, key, joining.eventName).scan(paper)).toBe('ALREADY_CHECK_IN')
  })
})

describe('what the waiting room is told', () => {
  const info = ({ eventName, ticketIdentifier, hash }: Joining, query: Record<string, string> = {}) =>
    buyer.ask(getCheckInInfo, { params: { eventName, ticketIdentifier, checkInCode: hash }, query })

  test('are the dates of the event, and, while a link is open, begin and real end of that', async () => {
    const joining = await bought(await opened())
    clock.set(at(8))
    expect((await info(joining)).value).toMatchObject({
      formattedBeginDate: { en: 'Saturday, 16 January' },
      formattedBeginTime: { en: '10:00' },
      formattedEndTime: { en: '12:00' },
      timeZone: 'Europe/Zurich',
      datesWithOffset: { startDateTime: at(9), startTimeZoneOffset: 3600, endDateTime: at(11) },
      sameDay: true,
      room: { openings: [{ from: at(8.5), until: at(11.5) }], startsAt: at(9), endsAt: at(11) },
    })
    clock.set(at(10))
    expect((await info(joining)).value).toMatchObject({
      formattedBeginTime: { en: '09:30' },
      formattedEndTime: { en: '12:30' },
      datesWithOffset: { startDateTime: at(8.5), endDateTime: at(11.5) },
    })
  })

  test('are told in the zone that is asked for, and stay those of the event otherwise', async () => {
    const joining = await bought(await opened())
    const { status, value } = await info(joining, { tz: 'Pacific/Auckland' })
    expect(status).toBe(200)
    expect(value).toMatchObject({
      formattedBeginDate: { en: 'Saturday, 16 January' },
      formattedBeginTime: { en: '22:00' },
      timeZone: 'Europe/Zurich',
      datesWithOffset: { startTimeZoneOffset: 3600 },
    })
  })

  test.each(['Mars/Olympus', '+02:00', '../../etc'])(
    'are not told in a zone that is none (%s), and it is said',
    async tz => {
      const answer = await info(await bought(await opened()), { tz })
      expect(answer).toMatchObject({ status: 400, value: 'bad request: tz is no time zone, such as Europe/Zurich' })
    },
  )

  test('a blank zone is none', async () => {
    expect((await info(await bought(await opened()), { tz: '' })).status).toBe(200)
  })

  test('never says where the room is', async () => {
    const joining = await bought(await opened())
    clock.set(at(9))
    expect(JSON.stringify((await info(joining)).value)).not.toContain('call.example')
  })

  test('is told to nobody without the hash, of no ticket for a door, and kept by nobody', async () => {
    const joining = await bought(await opened())
    expect((await info({ ...joining, hash: '0'.repeat(64) })).status).toBe(404)
    expect((await info({ ...joining, hash: 'x' }, { tz: 'nowhere' })).status).toBe(404)
    expect((await info({ ...joining, ticketIdentifier: 'x' })).status).toBe(404)
    expect((await info({ ...joining, eventName: 'unknown' })).status).toBe(404)
    const atTheDoor = await organiser.open(anEventFile(SOME_DAY, { slug: 'in-person' }))
    const order = await buy(buyer, atTheDoor, { Conference: 1 })
    const [ticket] = ticketsOf(await infoOf(buyer, order))
    const [paper] = await paperTickets(shop, order)
    const hash = ticketCodeHash(paper?.code ?? '')
    expect((await info({ order, eventName: atTheDoor, ticketIdentifier: ticket?.uuid ?? '', hash })).status).toBe(404)
    expect((await info(joining)).headers.get('cache-control')).toBe('no-store')
  })
})
