import { expect, test } from 'vitest'
import { after, hours, minutes } from '#domain/foundation/instant.ts'
import type { Shop } from '#server/catalog/context.ts'
import { expireReservations } from '#server/checkout/reservation/hold/expire.ts'
import { distributeSeats } from '#server/order/waiting-list/distribute-seats.ts'
import { join, joinTogether, lettersTo, emailOf, offerTo, standings } from '../support/buyer/waiting-people.ts'
import { aCategoryFile, anEventFile } from '#tests/builders/event-file.ts'
import { stockCountsOf, expectConsistentData } from '../support/database/consistency.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { anOrganiser } from '../support/organiser/organiser.ts'
import {
  cancel,
  filledIn,
  hold,
  infoOf,
  pay,
  reserve,
  sendDetails,
  statusOf,
  ticketsOf,
} from '../support/buyer/purchase.ts'
import { repetitions } from '../support/run/repetitions.ts'
import { manualClock } from '../support/shop/manual-clock.ts'
import { testShop } from '../support/shop/test-shop.ts'

const clock = manualClock()
const { url, apiKey, shop } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)
const TIMES = repetitions()

/** The shop in another process, whose clock shows another time. */
const shopAt = (milliseconds: number): Shop => ({ ...shop, clock: { now: () => after(clock.now(), milliseconds) } })

let number = 0

/** So many seats, all held by one buyer, and these people waiting for them. */
async function aSoldOutEvent(
  seats: number,
  people: readonly string[],
): Promise<{ readonly shortName: string; readonly held: string }> {
  number += 1
  const settings = { ENABLE_WAITING_QUEUE: true, MAX_AMOUNT_OF_TICKETS_BY_RESERVATION: 100 }
  const categories = [aCategoryFile(clock.now())]
  const shortName = await organiser.open(
    anEventFile(clock.now(), { slug: `waiting-${number}`, seats, categories, settings }),
  )
  const held = await hold(buyer, shortName, { Conference: seats })
  for (const name of people) await join(buyer, shortName, name)
  return { shortName, held }
}

/** One seat, offered to Ada, who is ready to pay; Bob waits. */
async function anOffer(): Promise<{ readonly shortName: string; readonly id: string }> {
  const { shortName, held } = await aSoldOutEvent(1, ['Ada', 'Bob'])
  await cancel(buyer, held)
  const id = await offerTo(shop.db, shortName, 'Ada')
  const answer = await sendDetails(buyer, id, filledIn(await infoOf(buyer, id)))
  if (answer.status !== 200) throw new Error(`the details were refused: ${JSON.stringify(answer.value)}`)
  return { shortName, id }
}

/** What has become of the offer to Ada, and of the seat. */
async function outcomeOf(shortName: string, id: string) {
  const { sold, held } = await stockCountsOf(shop.db, shortName)
  return { standings: await standings(shop.db, shortName), status: await statusOf(buyer, id), sold, held }
}

const TAKEN = { standings: ['Ada ACQUIRED', 'Bob WAITING'], status: 'COMPLETE', sold: 1, held: 0 }
const PASSED_ON = { standings: ['Ada EXPIRED', 'Bob PENDING'], status: undefined, sold: 0, held: 1 }

/** A little later each time, so that over all runs one side and the other comes first. */
async function afterRoundTrips(count: number): Promise<void> {
  for (let trip = 0; trip < count; trip += 1) await shop.db.pool.query('select 1')
}

test.each(TIMES)('of paying an offer and its expiry exactly one happens, and the seat is not lost (%i)', async time => {
  const { shortName, id } = await anOffer()
  const late = shopAt(hours(4) + minutes(11))
  const clean = async () => {
    await afterRoundTrips(time * 2)
    await expireReservations(late)
    await distributeSeats(late)
  }
  const [answer] = await Promise.all([pay(buyer, id), clean(), clean()])
  expect([200, 404]).toContain(answer.status)
  expect(await outcomeOf(shortName, id)).toEqual(answer.status === 200 ? TAKEN : PASSED_ON)
  await expectConsistentData(shop.db, shortName)
})

test.each(TIMES)('of paying an offer and declining it exactly one happens (%i)', async time => {
  const { shortName, id } = await anOffer()
  const decline = async () => {
    await afterRoundTrips(time)
    return cancel(buyer, id)
  }
  const [answer] = await Promise.all([pay(buyer, id), decline()])
  expect([200, 404]).toContain(answer.status)
  expect(await outcomeOf(shortName, id)).toEqual(answer.status === 200 ? TAKEN : PASSED_ON)
  await expectConsistentData(shop.db, shortName)
})

test.each(TIMES)(
  'several processes give each person one seat and one letter, the longest waiting first (%i)',
  async () => {
    const people = ['Ada', 'Bob', 'Cy', 'Di', 'Ed', 'Flo']
    const { shortName, held } = await aSoldOutEvent(4, people)
    // The buyer's own process gives the seats out too.
    const worker = async () => {
      let moved = 0
      for (let round = 0; round < 3; round += 1) moved += await distributeSeats(shop)
      return moved
    }
    await Promise.all([cancel(buyer, held), worker(), worker(), worker()])
    await distributeSeats(shop)
    expect(await standings(shop.db, shortName)).toEqual([
      'Ada PENDING',
      'Bob PENDING',
      'Cy PENDING',
      'Di PENDING',
      'Ed WAITING',
      'Flo WAITING',
    ])
    await expectConsistentData(shop.db, shortName, { held: 4, free: 0, released: 0 })
    // Joined, offered.
    for (const name of people.slice(0, 4)) expect(await lettersTo(shop.db, shortName, emailOf(name))).toHaveLength(2)
  },
)

test.each(TIMES)('several processes give people who wait together their seats, each of them once (%i)', async () => {
  const { shortName, held } = await aSoldOutEvent(6, [])
  await joinTogether(buyer, shortName, 'Ada', [4, false])
  await joinTogether(buyer, shortName, 'Bob', [3, false])
  await joinTogether(buyer, shortName, 'Cy', [5, true])
  await join(buyer, shortName, 'Di')
  const worker = async () => {
    for (let round = 0; round < 3; round += 1) await distributeSeats(shop)
  }
  await Promise.all([cancel(buyer, held), worker(), worker(), worker()])
  await distributeSeats(shop)
  expect(await standings(shop.db, shortName)).toEqual(['Ada PENDING', 'Bob WAITING', 'Cy PENDING', 'Di WAITING'])
  const seatsOf = async (name: string) => ticketsOf(await infoOf(buyer, await offerTo(shop.db, shortName, name))).length
  expect([await seatsOf('Ada'), await seatsOf('Cy')]).toEqual([4, 2])
  await expectConsistentData(shop.db, shortName, { held: 6, free: 0, released: 0 })
  for (const name of ['Ada', 'Cy']) expect(await lettersTo(shop.db, shortName, emailOf(name))).toHaveLength(2)
})

test.each(TIMES)('a seat that is offered is never on sale, however many ask for it meanwhile (%i)', async () => {
  const { shortName, held } = await aSoldOutEvent(2, ['Ada', 'Bob'])
  const asking = async () => {
    const statuses: number[] = []
    for (let time = 0; time < 5; time += 1)
      statuses.push((await reserve(aBuyer(url), shortName, { Conference: 1 })).status)
    return statuses
  }
  const [first, second] = await Promise.all([asking(), asking(), cancel(buyer, held), distributeSeats(shop)])
  await distributeSeats(shop)
  expect(new Set([...first, ...second])).toEqual(new Set([422]))
  expect(await standings(shop.db, shortName)).toEqual(['Ada PENDING', 'Bob PENDING'])
})

test.each(TIMES)(
  'a visitor who joins while the last seat comes back gets it, or leaves it on sale (%i)',
  async time => {
    const { shortName, held } = await aSoldOutEvent(1, [])
    const joining = async () => {
      await afterRoundTrips(time)
      return join(buyer, shortName, 'Ada')
    }
    const [, answer] = await Promise.all([cancel(buyer, held), joining()])
    await distributeSeats(shop)
    const isListed = (answer.value as { value: boolean }).value
    const { free, held: offered } = await stockCountsOf(shop.db, shortName)
    const now = { isListed, free, offered, standings: await standings(shop.db, shortName) }
    expect([
      { isListed: true, free: 0, offered: 1, standings: ['Ada PENDING'] },
      // The seat had just gone back on sale: she may buy it like any other buyer.
      { isListed: true, free: 1, offered: 0, standings: ['Ada WAITING'] },
      { isListed: false, free: 1, offered: 0, standings: [] },
    ]).toContainEqual(now)
  },
)
