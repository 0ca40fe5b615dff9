import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import * as calls from '#contract/desk-event.ts'
import { listEventChanges } from '#contract/desk-event-changes.ts'
import type { ListedDeskEvent } from '#contract/desk-event.ts'
import { MEMBER_ROLES, type ScopedRole } from '#domain/access/principal/principal.ts'
import { aCategoryFile, aFreeEventFile, anEventFile, localTime } from '#tests/builders/event-file.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { buy } from '#tests/support/buyer/purchase.ts'
import { statementsOf } from '#tests/support/database/count-statements.ts'
import { codes, enterDesk } from '#tests/support/organiser/desk.ts'
import { seedEvents } from '#tests/support/organiser/many-events.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { eventDesk, at, everyPart } from '#tests/support/organiser/event-desk.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const clock = manualClock()
const served = await testShop({ clock })
const { url, apiKey, shop } = served
const { alpine, organizationId, editor, idOf, read, opened, change, create, act, plan } = await eventDesk(served)
const choir = await anOrganiser(url, apiKey, 'Choir')
const RICH = everyPart(clock.now())

describe('what has been sold', () => {
  test('is fixed, with the reason at its member, and a category without tickets can be taken out', async () => {
    const shortName = await alpine.open(
      anEventFile(clock.now(), {
        slug: 'sold',
        categories: [aCategoryFile(clock.now()), aCategoryFile(clock.now(), { name: 'Student', maxTickets: 5 })],
      }),
    )
    const id = await idOf(shortName)
    await buy(aBuyer(url), shortName, { Conference: 2 })
    const { facts, file, version: base } = await read(id)
    const [conference, student] = file.tickets?.categories ?? []
    expect(facts).toMatchObject({ sold: 2, held: 0, capacity: 20, sale: 'ON_SALE' })
    expect(facts.categories).toEqual([
      { id: conference?.id, name: 'Conference', sold: 2, held: 0, free: 13, canBeRemoved: false },
      { id: student?.id, name: 'Student', sold: 0, held: 0, free: 5, canBeRemoved: true },
    ])
    expect(facts.fixed.map(({ member }) => member)).toEqual([
      'slug',
      'format',
      'tickets.currency',
      `tickets.categories[${conference?.id}].price`,
      `tickets.categories[${conference?.id}]`,
    ])
    const refused = await change(id, { base, changes: {}, removedCategories: [conference?.id, 999] })
    expect(codes(refused)).toEqual([
      ['removedCategories', 'foyer.desk.event.refused.category-in-use'],
      ['removedCategories', 'foyer.desk.event.refused.category-not-there'],
    ])
    expect(await change(id, { base, changes: {}, removedCategories: [student?.id] })).toMatchObject({ status: 200 })
    expect((await read(id)).facts).toMatchObject({ categories: [{ name: 'Conference', free: 18 }] })
    expect(codes(await editor.ask(calls.deleteDeskEvent, at(id)))).toEqual([
      [null, 'foyer.desk.event.refused.event-has-reservations'],
    ])
  })
})

describe('an event is published', () => {
  test('only when something can be paid: the plan says why not, and what to do', async () => {
    const id = await opened({ status: 'DRAFT', settings: { BANK_TRANSFER_ENABLED: false, ON_SITE_ENABLED: false } })
    const before = await plan(id, 'publish')
    expect(before).toMatchObject({
      isAllowed: false,
      mails: 0,
      refusals: [{ field: 'tickets.paymentMethods', code: 'foyer.desk.event.refused.nothing-works' }],
    })
    expect(codes(await act(id, 'publish'))).toEqual([
      ['tickets.paymentMethods', 'foyer.desk.event.refused.nothing-works'],
    ])
    const { version: base } = await read(id)
    await change(id, { base, changes: { settings: { ON_SITE_ENABLED: true } } })
    expect(await plan(id, 'publish')).toMatchObject({ isAllowed: true })
    expect(await act(id, 'publish')).toMatchObject({ status: 200, body: { status: 'PUBLIC' } })
    const { body } = await act(id, 'publish')
    expect(await act(id, 'publish')).toMatchObject({ status: 200, body })
    expect(await act(id, 'unpublish')).toMatchObject({ status: 200, body: { status: 'DRAFT' } })
  })

  test('and archived when it is over, or a draft', async () => {
    const id = await opened()
    expect(codes(await act(id, 'archive'))).toEqual([[null, 'foyer.desk.event.refused.not-over']])
    await act(id, 'unpublish')
    expect(await act(id, 'archive')).toMatchObject({ body: { isArchived: true } })
    const ids = async (query: Record<string, string>) =>
      ((await editor.ask(calls.listDeskEvents, { query })).body as { events: { id: number }[] }).events.map(
        event => event.id,
      )
    expect(await ids({ status: 'ARCHIVED' })).toEqual([id])
    expect(await ids({})).not.toContain(id)
    expect(await act(id, 'unarchive')).toMatchObject({ body: { isArchived: false } })
  })
})

describe('an event is duplicated', () => {
  test('with all dates shifted, its settings and codes, and nothing sold', async () => {
    const id = await opened({ ...RICH, settings: { STRIPE_SECRET_KEY: 'sk_test_kept' } })
    const startsAt = localTime(clock.now(), { days: 90 })
    const made = await editor.ask(calls.duplicateDeskEvent, { ...at(id), body: { title: 'Again', startsAt } })
    expect(made, JSON.stringify(made.body)).toMatchObject({ status: 201, body: { shortName: 'again' } })
    const copy = await read((made.body as { id: number }).id)
    expect(copy.file).toMatchObject({
      title: 'Again',
      startDate: startsAt,
      facts: { doors: localTime(clock.now(), { days: 89, hours: 23 }) },
      tickets: { promoCodes: [{ name: 'TENOFF10' }, { name: 'BACKSTAGE' }, { name: 'FIVE-OFF' }] },
      polls: [{ status: 'DRAFT' }],
    })
    const secret = await shop.db.kysely
      .selectFrom('setting')
      .select('key')
      .where('purchase_context_id', '=', copy.id)
      .execute()
    expect(secret.map(({ key }) => key)).toContain('STRIPE_SECRET_KEY')
    expect(codes(await editor.ask(calls.duplicateDeskEvent, { ...at(id), body: { startsAt: 'soon' } }))).toEqual([
      ['startsAt', 'foyer.desk.event.refused.date-unreadable'],
    ])
  })
})

describe('a member', () => {
  const ofEvent = (eventId: number): ScopedRole => ({
    role: 'EDITOR',
    scope: { kind: 'event', eventId, organizationId },
  })

  test('of one event edits that alone, and nothing that its organisation shares', async () => {
    const [mine, another] = [await opened(RICH), await opened()]
    const desk = await enterDesk(served, { email: 'one@example.org', given: ofEvent(mine) })
    const listed = (await desk.ask(calls.listDeskEvents)).body as { events: { id: number }[] }
    expect(listed.events.map(({ id }) => id)).toEqual([mine])
    expect((await desk.ask(calls.readDeskEvent, at(another))).status).toBe(404)
    const { file, version: base } = await read(mine, desk)
    expect(JSON.stringify(file)).not.toMatch(/grace@example.org|EVERYWHERE/)
    for (const changes of [{ groups: [] }, { organizer: { name: 'x', promoCodes: [] } }]) {
      expect(codes(await change(mine, { base, changes }, desk))).toEqual([
        ['organizer', 'foyer.desk.event.refused.of-organization'],
      ])
    }
    expect(
      (await create({ title: 'X', startDate: localTime(clock.now(), { days: 3 }), format: 'ONLINE' }, desk)).status,
    ).toBe(403)
    expect(
      (await desk.ask(calls.duplicateDeskEvent, { ...at(mine), body: { startsAt: '2030-01-01T10:00' } })).status,
    ).toBe(403)
  })

  test('of whatever role lists the events of their organisation, with money for those who manage orders alone', async () => {
    const id = await opened({ slug: 'with-money' })
    expect(
      await alpine.confirm(await buy(aBuyer(url), 'with-money', { Conference: 1 }, { by: 'OFFLINE' })),
    ).toMatchObject({ status: 200 })
    const { money } = (await read(id)).facts
    expect(money).toEqual([{ amount: expect.any(String), currency: 'CHF' }])
    const foreign = await idOf(await choir.open(aFreeEventFile(clock.now(), { slug: 'of-others' })))
    const organization = { kind: 'organization', organizationId } as const
    for (const role of MEMBER_ROLES) {
      const desk = await enterDesk(served, { email: `as-${role}@example.org`, given: { role, scope: organization } })
      const listed = async (query: Record<string, string>) =>
        ((await desk.ask(calls.listDeskEvents, { query })).body as { events: ListedDeskEvent[] }).events
      const shown = role === 'OWNER' || role === 'FINANCE' ? money : []
      expect([role, await listed({ eventId: String(id) })]).toMatchObject([role, [{ id, money: shown }]])
      expect([role, await listed({ eventId: String(foreign) })]).toEqual([role, []])
      expect((await listed({ q: 'with-money' })).map(each => each.id)).toEqual([id])
    }
    const desk = await enterDesk(served, {
      email: 'no-money@example.org',
      given: { role: 'EDITOR', scope: organization },
    })
    expect((await read(id, desk)).facts.money).toEqual([])
    // One that is archived is found by its number, and among those.
    await shop.db.kysely
      .updateTable('event')
      .set({ archived_at: sql`now()` })
      .where('id', '=', id)
      .execute()
    const found = async (query: Record<string, string>) =>
      ((await editor.ask(calls.listDeskEvents, { query })).body as { events: ListedDeskEvent[] }).events.length
    expect(await found({ eventId: String(id) })).toBe(1)
    expect(await found({ when: 'all', q: 'with-money' })).toBe(0)
    expect(await found({ when: 'all', q: 'with-money', status: 'ARCHIVED' })).toBe(1)
  })

  test('of another organisation finds no event', async () => {
    const id = await idOf(await choir.open(aFreeEventFile(clock.now(), { slug: 'choir' })))
    for (const call of [calls.readDeskEvent, calls.deleteDeskEvent, calls.downloadEventFile, listEventChanges])
      expect((await editor.ask(call, at(id))).status).toBe(404)
    expect((await change(id, { base: 0, changes: { title: 'Mine' } })).status).toBe(404)
    expect((await act(id, 'publish')).status).toBe(404)
    const { events } = (
      await editor.ask(calls.listDeskEvents, { query: { when: 'all', organizationId: String(choir.organizationId) } })
    ).body as { events: unknown[] }
    expect(events).toEqual([])
  })
})

test('the list has a page at a time, in order, and what is sought', async () => {
  const query = { when: 'upcoming', q: 'event-' }
  const { events } = (await editor.ask(calls.listDeskEvents, { query })).body as {
    events: { startsAt: number; shortName: string }[]
  }
  expect(events.length).toBeGreaterThan(3)
  expect(events.map(({ startsAt }) => startsAt)).toEqual(
    events.map(({ startsAt }) => startsAt).toSorted((a, b) => a - b),
  )
  expect(
    ((await editor.ask(calls.listDeskEvents, { query: { q: '%' } })).body as { events: unknown[] }).events,
  ).toEqual([])
})

test('the list is read by the same number of statements, however many events there are', async () => {
  const owner = await enterDesk(served, { email: 'all@example.org', given: { role: 'OWNER', scope: { kind: 'shop' } } })
  const query = { when: 'upcoming' }
  const list = () => owner.ask(calls.listDeskEvents, { query })
  await list()
  const few = await statementsOf(list)
  await seedEvents(shop.db.pool, { now: clock.now(), events: 120, beginInDays: 20, seats: 2 })
  const many = await statementsOf(list)
  expect(many.toSorted()).toEqual(few.toSorted())
  expect(many.length).toBeLessThan(10)
  expect(((await list()).body as { events: unknown[] }).events).toHaveLength(50)
})
