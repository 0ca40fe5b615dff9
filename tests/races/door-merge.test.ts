import { expect, test } from 'vitest'
import * as calls from '#contract/door.ts'
import type { DoorAnswer, SentScan } from '#contract/door.ts'
import { listDeskDoors } from '#contract/desk-door.ts'
import type { DeskDoors } from '#contract/desk-door.ts'
import { after, hours, minutes } from '#domain/foundation/instant.ts'
import { aFreeEventFile } from '#tests/builders/event-file.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { buy } from '../support/buyer/purchase.ts'
import { expectConsistentData } from '../support/database/consistency.ts'
import { enterDesk } from '../support/organiser/desk.ts'
import { aDoorDevice, aSentScan, makeDoorKey } from '../support/organiser/door-device.ts'
import { type PaperTicket, paperTickets } from '../support/organiser/door.ts'
import { anOrganiser } from '../support/organiser/organiser.ts'
import { randomNumbers } from '../support/run/random-numbers.ts'
import { isLongRun } from '../support/run/repetitions.ts'
import { manualClock } from '../support/shop/manual-clock.ts'
import { testShop } from '../support/shop/test-shop.ts'

/** Scans of all four devices; in the long run as many as a festival has. */
const SCANS = isLongRun() ? 3000 : 200
/** Of ten tickets nine are scanned once, and one at two doors. */
const TICKETS = Math.floor((SCANS * 10) / 11)
const PER_ORDER = 5

const clock = manualClock()
const served = await testShop({ clock })
const { url, apiKey, shop } = served
const organiser = await anOrganiser(url, apiKey)
const owner = await enterDesk(served, { email: 'owner@example.org', given: { role: 'OWNER', scope: { kind: 'shop' } } })
const slug = await organiser.open(aFreeEventFile(clock.now(), { seats: TICKETS }))
const { id: eventId } = await shop.db.kysely
  .selectFrom('event')
  .select('id')
  .where('short_name', '=', slug)
  .executeTakeFirstOrThrow()
const random = randomNumbers(7)

async function allTickets(): Promise<PaperTicket[]> {
  const tickets: PaperTicket[] = []
  const buyer = aBuyer(url)
  for (let left = TICKETS; left > 0; left -= PER_ORDER) {
    const count = Math.min(left, PER_ORDER)
    tickets.push(...(await paperTickets(shop, await buy(buyer, slug, { Everybody: count }, { by: 'NONE' }))))
  }
  return tickets
}

/** A device with what it has scanned alone. Its process ends in the middle, and begins again with what is stored. */
type Device = ReturnType<typeof aDoorDevice> & { readonly queue: SentScan[]; readonly answers: DoorAnswer[] }

/** Sends all it has; what an answer that never arrived was about is sent again, as after a process that was killed. */
async function sendAll({ send, queue, answers }: Device): Promise<void> {
  for (let place = 0; place < queue.length;) {
    const part = queue.slice(place, place + calls.MAX_SENT_SCANS)
    const received = await send(...part)
    if (random() < 0.3) continue
    answers.push(...received)
    place += part.length
  }
}

test(
  `${SCANS} scans of four devices, three of them an hour without a connection, let each ticket in once`,
  { timeout: 900_000 },
  async () => {
    const tickets = await allTickets()
    const doors = ['North', 'East', 'South', 'West']
    const devices: Device[] = []
    for (const name of doors) {
      const { key } = await makeDoorKey(owner, { eventId, body: { name } })
      devices.push({ ...aDoorDevice(url, key, () => clock.now()), queue: [], answers: [] })
    }
    const [connected, ...alone] = devices
    if (!connected) throw new Error('no device')
    const begin = clock.now()
    const scans = [...tickets.map((ticket, place) => ({ ticket, place })), ...tickets.flatMap(everyTenth)]
    for (const [place, { ticket, place: own }] of scans.entries()) {
      const device = devices[(own + (place >= tickets.length ? 1 : 0)) % devices.length] ?? connected
      const at = after(begin, Math.floor((minutes(60) * place) / scans.length))
      device.queue.push(aSentScan(at, { code: ticket.code, ...(device !== connected && { shown: 'LET_IN' }) }))
    }
    clock.move(hours(1))
    // The one with a connection goes on while the others come back, all at once.
    await Promise.all([
      sendAll(connected),
      ...alone.flatMap(device => [sendAll(device), sendAll({ ...device, answers: [] })]),
    ])

    expect(devices.flatMap(({ answers }) => answers)).toHaveLength(scans.length)
    const rows = await shop.db.kysely
      .selectFrom('check_in_scan')
      .select(['scan_id', 'ticket_uuid', 'outcome'])
      .where('event_id', '=', eventId)
      .execute()
    // None is lost, and none is there twice.
    expect(new Set(rows.map(row => row.scan_id))).toEqual(
      new Set(devices.flatMap(({ queue }) => queue.map(({ id }) => id))),
    )
    expect(rows).toHaveLength(scans.length)
    const letIn = rows.filter(({ outcome }) => outcome === 'LET_IN').map(row => row.ticket_uuid)
    expect(letIn).toHaveLength(tickets.length)
    expect(new Set(letIn)).toEqual(new Set(tickets.map(({ identifier }) => identifier)))
    const out = await shop.db.kysely
      .selectFrom('ticket')
      .select('id')
      .where('event_id', '=', eventId)
      .where('status', '<>', 'CHECKED_IN')
      .where('reservation_id', 'is not', null)
      .execute()
    expect(out).toEqual([])
    const refusedAlone = rows.filter(({ scan_id: id, outcome }) => outcome === 'ALREADY_IN' && !isOf(connected, id))
    const { body } = await owner.ask(listDeskDoors, { params: { eventId: String(eventId) } })
    const { reports, letIn: inAll } = body as DeskDoors
    expect(inAll).toBe(tickets.length)
    expect(reports).toHaveLength(Math.min(refusedAlone.length, 100))
    expect(reports.every(({ kind, lettings }) => kind === 'TWICE' && lettings.length === 2)).toBe(true)
    await expectConsistentData(shop.db, slug)
  },
)

const everyTenth = (ticket: PaperTicket, place: number) => (place % 10 === 0 ? [{ ticket, place }] : [])

const isOf = ({ queue }: Device, scanId: string | null): boolean => queue.some(({ id }) => id === scanId)
