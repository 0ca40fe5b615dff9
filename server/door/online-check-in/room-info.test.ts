import { describe, expect, test } from 'vitest'
import { getCheckInInfo } from '#contract/online-check-in.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { SOME_DAY } from '#tests/builders/offer.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { type Joining, anOnlineEvent, at, buyOnline } from '#tests/support/buyer/online-tickets.ts'
import { buy, infoOf, ticketsOf } from '#tests/support/buyer/purchase.ts'
import { paperTickets } from '#tests/support/organiser/door.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { ticketCodeHash } from '#server/order/order/good-ticket.ts'

const clock = manualClock()
const { url, apiKey, shop } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)

const opened = (): Promise<string> => organiser.open(anOnlineEvent())

function bought(eventName: string): Promise<Joining> {
  clock.set(SOME_DAY)
  return buyOnline({ shop, buyer }, eventName)
}

describe('what the waiting room shows', () => {
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

  test('are in the zone that the request names, and in that of the event otherwise', async () => {
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
    'are refused in an invalid zone (%s), with the reason',
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

  test('is returned to no caller without the hash, for no ticket of a door, and kept in no cache', async () => {
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
