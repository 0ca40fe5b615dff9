import { describe, expect, test } from 'vitest'
import { aCategoryFile, anEventFile } from '#tests/builders/event-file.ts'
import { type GroupToLink, linkGroup } from '#tests/support/organiser/attendee-group.ts'
import { type Reply, aBuyer } from '#tests/support/buyer/buyer.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import {
  ADA,
  PAY_BY,
  type TicketCounts,
  cancel,
  codesOf,
  hold,
  infoOf,
  pay,
  sendDetails,
  statusOf,
  ticketsOf,
} from '#tests/support/buyer/purchase.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const clock = manualClock()
const { url, apiKey, shop } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)
let number = 0

const MEMBERS = ['ada@example.org', 'grace@example.org']

/** "Members" is for the group, "Conference" for every buyer. */
async function anEvent(group: Partial<GroupToLink> = {}): Promise<string> {
  number += 1
  const categories = [aCategoryFile(clock.now()), aCategoryFile(clock.now(), { name: 'Members', price: 10 })]
  const shortName = await organiser.open(anEventFile(clock.now(), { slug: `group-${number}`, categories }))
  await linkGroup(shop.db, shortName, { members: MEMBERS, category: 'Members', ...group })
  return shortName
}

/** Holds the tickets and names their holders in the order of the tickets. */
async function held(
  shortName: string,
  counts: TicketCounts,
): Promise<{ id: string; name(...emails: string[]): Promise<Reply> }> {
  const id = await hold(buyer, shortName, counts)
  const tickets = ticketsOf(await infoOf(buyer, id))
  const name = (...emails: string[]) =>
    sendDetails(buyer, id, {
      ...ADA,
      tickets: Object.fromEntries(tickets.map(({ uuid }, index) => [uuid, { ...ADA, email: emails[index] ?? '' }])),
    })
  return { id, name }
}

/** Ready to pay, for this holder. */
async function ready(shortName: string, ...emails: string[]): Promise<string> {
  const { id, name } = await held(shortName, { Members: emails.length })
  const answer = await name(...emails)
  if (answer.status !== 200) throw new Error(`the details were refused: ${JSON.stringify(answer.value)}`)
  return id
}

const REFUSED = ['error.STEP_2_WHITELIST_CHECK_FAILED', 'error.STEP_2_MISSING_ATTENDEE_DATA']

describe('the details', () => {
  test('a holder who is no member gets an error at the address', async () => {
    const { id, name } = await held(await anEvent(), { Members: 2 })
    const answer = await name('ada@example.org', 'eve@example.org')
    expect(answer.status).toBe(422)
    expect(codesOf(answer)).toEqual(REFUSED)
    const [, second] = ticketsOf(await infoOf(buyer, id))
    expect(answer.value).toHaveProperty('validationErrors.0.fieldName', `tickets[${second?.uuid}].email`)
    expect((await name('ADA@example.org', 'grace@example.org')).status).toBe(200)
  })

  test('other categories of the event are for every buyer', async () => {
    const { id, name } = await held(await anEvent(), { Conference: 1 })
    expect((await name('eve@example.org')).status).toBe(200)
    expect((await infoOf(buyer, id)).containsCategoriesLinkedToGroups).toBe(false)
  })

  test('who comes with a ticket of the group cannot be said later', async () => {
    const { id } = await held(await anEvent(), { Members: 1 })
    expect((await infoOf(buyer, id)).containsCategoriesLinkedToGroups).toBe(true)
    const answer = await sendDetails(buyer, id, { ...ADA, postponeAssignment: true, tickets: {} })
    expect(codesOf(answer)).toContain('error.STEP_2_MISSING_ATTENDEE_DATA')
  })

  test('an event may be for a group, and one of its categories for another', async () => {
    const shortName = await anEvent({ members: ['staff@example.org'] })
    await linkGroup(shop.db, shortName, { members: MEMBERS })
    const { name } = await held(shortName, { Conference: 1, Members: 1 })
    expect((await name('ada@example.org', 'staff@example.org')).status).toBe(200)
    expect(codesOf(await name('staff@example.org', 'ada@example.org'))).toEqual([REFUSED[0], ...REFUSED])
  })

  test('a group may be open to all addresses at the domains of its members', async () => {
    const { name } = await held(await anEvent({ match: 'EMAIL_DOMAIN' }), { Members: 1 })
    expect((await name('anybody@EXAMPLE.org')).status).toBe(200)
    expect(codesOf(await name('anybody@sub.example.org'))).toEqual(REFUSED)
  })
})

/** The reason of a refused payment, in words. */
const reasonOf = ({ value }: Reply): unknown =>
  (value as { validationErrors: { arguments: Record<string, unknown> | null }[] }).validationErrors[0]?.arguments?.['0']

const NO_PLACE = shop.texts.text('en', 'error.STEP2_WHITELIST')

async function expectNoPlace(id: string): Promise<void> {
  const answer = await pay(buyer, id)
  expect(answer.status).toBe(422)
  expect(codesOf(answer)).toEqual(['error.STEP_2_PAYMENT_PROCESSING_ERROR'])
  expect(reasonOf(answer)).toBe(NO_PLACE)
  expect(await statusOf(buyer, id)).toBe('PENDING')
}

async function placesOf(shortName: string): Promise<string[]> {
  const rows = await shop.db.kysely
    .selectFrom('attendee_group_place')
    .innerJoin('attendee_group_member', 'attendee_group_member.id', 'member_id')
    .innerJoin('ticket', 'ticket.id', 'ticket_id')
    .innerJoin('event', 'event.id', 'ticket.event_id')
    .select('value')
    .where('short_name', '=', shortName)
    .execute()
  return rows.map(({ value }) => value).toSorted()
}

describe('Pay', () => {
  test('takes the places, and the holders stay', async () => {
    const shortName = await anEvent()
    const id = await ready(shortName, 'ada@example.org', 'grace@example.org')
    expect(await placesOf(shortName)).toEqual([])
    expect((await pay(buyer, id)).status).toBe(200)
    expect(await placesOf(shortName)).toEqual(MEMBERS)
    expect(ticketsOf(await infoOf(buyer, id)).map(({ locked }) => locked)).toEqual([true, true])
  })

  test('is refused when the member has a ticket already, and nothing is taken', async () => {
    const shortName = await anEvent()
    await pay(buyer, await ready(shortName, 'ada@example.org'))
    await expectNoPlace(await ready(shortName, 'grace@example.org', 'ada@example.org'))
    expect(await placesOf(shortName)).toEqual(['ada@example.org'])
  })

  test('is refused for two tickets of one member in one order', async () => {
    const shortName = await anEvent()
    await expectNoPlace(await ready(shortName, 'ada@example.org', 'Ada@example.org'))
    expect(await placesOf(shortName)).toEqual([])
  })

  test('a member may have as many as the organiser says', async () => {
    const shortName = await anEvent({ type: 'LIMITED_QUANTITY', maximum: 2 })
    expect((await pay(buyer, await ready(shortName, 'ada@example.org', 'ada@example.org'))).status).toBe(200)
    await expectNoPlace(await ready(shortName, 'ada@example.org'))
  })

  test('or any number', async () => {
    const shortName = await anEvent({ type: 'UNLIMITED' })
    for (let time = 0; time < 3; time += 1)
      expect((await pay(buyer, await ready(shortName, 'ada@example.org', 'ada@example.org'))).status).toBe(200)
    expect(await placesOf(shortName)).toHaveLength(6)
  })

  test('by domain, the place of the address itself is taken, else that of any address at the domain', async () => {
    const shortName = await anEvent({ match: 'EMAIL_DOMAIN' })
    expect((await pay(buyer, await ready(shortName, 'eve@example.org'))).status).toBe(200)
    expect(await placesOf(shortName)).toEqual(['ada@example.org'])
    await expectNoPlace(await ready(shortName, 'ada@example.org'))
    expect((await pay(buyer, await ready(shortName, 'mallory@example.org'))).status).toBe(200)
    expect(await placesOf(shortName)).toEqual(MEMBERS)
    await expectNoPlace(await ready(shortName, 'eve@example.org'))
  })

  test('a member who has left the group meanwhile has no place', async () => {
    const shortName = await anEvent()
    const id = await ready(shortName, 'ada@example.org')
    await shop.db.kysely
      .deleteFrom('attendee_group_member')
      .where('value', '=', 'ada@example.org')
      .where(
        'group_id',
        'in',
        shop.db.kysely.selectFrom('attendee_group').select('id').where('name', 'like', `${shortName} %`),
      )
      .execute()
    await expectNoPlace(id)
  })

  test('neither holding nor releasing takes a place', async () => {
    const shortName = await anEvent()
    await cancel(buyer, await ready(shortName, 'ada@example.org'))
    expect((await pay(buyer, await ready(shortName, 'ada@example.org'))).status).toBe(200)
  })

  test('a place comes back with its ticket', async () => {
    const shortName = await anEvent()
    const id = await ready(shortName, 'ada@example.org')
    await pay(buyer, id, PAY_BY.OFFLINE)
    expect(await placesOf(shortName)).toEqual(['ada@example.org'])
    // A transfer that never came; orders that wait for one are not taken back by any job yet.
    await shop.db.kysely.updateTable('reservation').set({ status: 'PENDING' }).where('id', '=', id).execute()
    await cancel(buyer, id)
    expect(await placesOf(shortName)).toEqual([])
    expect((await pay(buyer, await ready(shortName, 'ada@example.org'))).status).toBe(200)
  })
})

const TIMES = Array.from({ length: 20 }, (_, index) => index + 1)

test.each(TIMES)('of several who want the last place of a member exactly one gets it (%i)', async () => {
  const shortName = await anEvent({ match: 'EMAIL_DOMAIN', members: ['@example.org'] })
  const ids = await Promise.all(['a', 'b', 'c', 'd'].map(who => ready(shortName, `${who}@example.org`)))
  const answers = await Promise.all(ids.map(id => pay(buyer, id)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422, 422])
  expect(await placesOf(shortName)).toEqual(['@example.org'])
  const statuses = await Promise.all(ids.map(id => statusOf(buyer, id)))
  expect(statuses.filter(status => status === 'COMPLETE')).toHaveLength(1)
})

test('orders that want the places of two members in opposite order do not block each other', async () => {
  const shortName = await anEvent({ type: 'LIMITED_QUANTITY', maximum: 5 })
  const ids = await Promise.all(
    Array.from({ length: 4 }, (_, index) => ready(shortName, ...(index % 2 === 0 ? MEMBERS : MEMBERS.toReversed()))),
  )
  const answers = await Promise.all(ids.map(id => pay(buyer, id)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(await placesOf(shortName)).toHaveLength(8)
})
