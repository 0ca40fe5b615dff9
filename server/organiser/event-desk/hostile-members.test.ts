import { describe, expect, test } from 'vitest'
import * as calls from '#contract/desk-event.ts'
import { listEventChanges } from '#contract/desk-event-changes.ts'
import type { DeskEvent } from '#contract/desk-event.ts'
import { aCategoryFile, anEventFile, localTime } from '#tests/builders/event-file.ts'
import { codes, enterDesk } from '#tests/support/organiser/desk.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

// What members, and programs in their place, may try at events.

const clock = manualClock()
const served = await testShop({ clock })
const { url, apiKey, shop } = served
const alpine = await anOrganiser(url, apiKey)
const choir = await anOrganiser(url, apiKey, 'Choir')
const organizationId = alpine.organizationId
const scope = { kind: 'organization', organizationId } as const
const editor = await enterDesk(served, { email: 'editor@example.org', given: { role: 'EDITOR', scope } })
const startDate = localTime(clock.now(), { days: 30 })

async function idOf(shortName: string): Promise<number> {
  const query = shop.db.kysely.selectFrom('event').select('id').where('short_name', '=', shortName)
  return (await query.executeTakeFirstOrThrow()).id
}
const at = (eventId: number) => ({ params: { eventId: String(eventId) } })
const read = async (eventId: number) => (await editor.ask(calls.readDeskEvent, at(eventId))).body as DeskEvent
const change = async (eventId: number, changes: object, more: object = {}) =>
  editor.ask(calls.changeDeskEvent, { ...at(eventId), body: { base: (await read(eventId)).version, changes, ...more } })
const mine = await idOf(await alpine.open(anEventFile(clock.now(), { slug: 'mine', status: 'DRAFT' })))
const theirs = await idOf(await choir.open(anEventFile(clock.now(), { slug: 'theirs' })))

describe('an event is not published', () => {
  test('by a member of its body that the contract does not have', async () => {
    expect((await change(mine, { status: 'PUBLIC', title: 'Smuggled' })).status).toBe(200)
    const body = { organizationId, title: 'Smuggled', startDate, format: 'ONLINE', status: 'PUBLIC' }
    const { id } = (await editor.ask(calls.createDeskEvent, { body })).body as { id: number }
    expect([(await read(mine)).status, (await read(id)).status]).toEqual(['DRAFT', 'DRAFT'])
  })
})

describe('what belongs to another organisation', () => {
  test('is neither changed nor taken by its numbers', async () => {
    const { id: category } = await shop.db.kysely
      .selectFrom('ticket_category')
      .select('id')
      .where('event_id', '=', theirs)
      .executeTakeFirstOrThrow()
    const group = await shop.db.kysely
      .insertInto('attendee_group')
      .values({ organization_id: choir.organizationId, name: 'Choir', description: '' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const changed = await change(mine, { tickets: { categories: [{ id: category, name: 'Taken', price: 1 }] } })
    expect(codes(changed)).toEqual([['tickets.categories[0]', 'foyer.desk.event.refused.category-sale-missing']])
    expect(codes(await change(mine, {}, { removedCategories: [category] }))).toEqual([
      ['removedCategories', 'foyer.desk.event.refused.category-not-there'],
    ])
    expect(codes(await change(mine, { groupLink: { groupId: group.id } }))).toEqual([
      ['groupLink', 'foyer.desk.event.refused.group-unknown'],
    ])
    const body = { organizationId: choir.organizationId, title: 'X', startDate, format: 'ONLINE' }
    expect((await editor.ask(calls.createDeskEvent, { body })).status).toBe(403)
    expect((await editor.ask(calls.importDeskEvent, { body: { ...body, text: 'title: X' } })).status).toBe(403)
  })
})

describe('what can not be stored', () => {
  test.each([
    ['a setting of the shop', { settings: { ROBOT_CHECK: 'off' } }, 422],
    ['an unknown setting', { settings: { __proto__: null, constructor: 'x' } }, 422],
    ['a text without a key', { i18nOverride: { en: { constructor: 'x' } } }, 422],
    ['a language that is none', { i18nOverride: { __proto__: null, toString: { a: 'x' } } }, 422],
    ['half a letter', { title: '\ud800' }, 400],
    ['a title that is too long', { title: 'x'.repeat(10_000) }, 422],
    ['a list that is too long', { tags: Array.from({ length: 1_001 }, () => 'x') }, 400],
    ['more seats than there are', { tickets: { max: 2_000_000_000 } }, 422],
    ['a price that is none', { tickets: { categories: [{ name: 'Conference', price: -1 }] } }, 422],
    ['an address that runs', { websiteUrl: 'javascript:alert(1)' }, 422],
    ['a link to tickets that runs', { facts: { ticketsUrl: 'javascript:alert(1)' } }, 422],
    ['an image of nowhere', { imageId: '../../etc/passwd' }, 422],
    ['a costly text', { description: [{ lang: 'en', body: '>'.repeat(20_000) }] }, 422],
  ])(
    'is refused and leaves the event as it was: %s',
    async (_, changes, status) => {
      const before = await read(mine)
      expect((await change(mine, changes)).status).toBe(status)
      expect(await read(mine)).toEqual(before)
    },
    30_000,
  )

  test('is refused in files: one that refers to itself without end, one that is no event, one that grows', async () => {
    const bomb = [
      'a: &a [x,x,x,x,x,x,x,x,x]',
      ...'bcdefgh'.split('').map((name, index) => {
        const before = `*${'abcdefg'.charAt(index)}`
        return `${name}: &${name} [${Array.from({ length: 9 }, () => before).join(',')}]`
      }),
    ].join('\n')
    for (const text of [
      'a: &a [*a]',
      '['.repeat(100_000),
      'a: '.repeat(20_000),
      '[]',
      bomb,
      '"',
      'kind: subscription',
      `title: ${'x'.repeat(400_000)}`,
    ]) {
      const { status } = await editor.ask(calls.importDeskEvent, { body: { organizationId, text } })
      expect([text.slice(0, 20), status]).toEqual([text.slice(0, 20), 422])
    }
  })
})

describe('presses at the same time', () => {
  test('of two changes with the same base store one, and the other is a conflict', async () => {
    const id = await idOf(await alpine.open(anEventFile(clock.now(), { slug: 'pressed' })))
    const { version: base } = await read(id)
    const press = (title: string) =>
      editor.ask(calls.changeDeskEvent, { ...at(id), body: { base, changes: { title } } })
    const answers = await Promise.all(['One', 'Two', 'Three'].map(press))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    const again = await Promise.all(
      Array.from({ length: 4 }, () => press(answers.findIndex(({ status }) => status === 200) + 1 === 1 ? 'One' : 'x')),
    )
    expect(new Set(again.map(({ status }) => status)).size).toBe(1)
  })

  test('of the same action are done once', async () => {
    const id = await idOf(await alpine.open(anEventFile(clock.now(), { slug: 'acted', status: 'DRAFT' })))
    const publish = () => editor.ask(calls.doEventAction, { params: { eventId: String(id), action: 'publish' } })
    const answers = await Promise.all([publish(), publish(), publish()])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const { body } = await editor.ask(listEventChanges, at(id))
    expect((body as { changes: unknown[] }).changes).toHaveLength(2)
  })

  test('that take a category out while its ticket is being bought leave both or neither', async () => {
    const categories = [aCategoryFile(clock.now()), aCategoryFile(clock.now(), { name: 'Student', maxTickets: 3 })]
    const shortName = await alpine.open(anEventFile(clock.now(), { slug: 'raced', categories }))
    const id = await idOf(shortName)
    const student = (await read(id)).file.tickets?.categories?.find(({ name }) => name === 'Student')?.id
    const reserve = fetch(`${url}/api/v2/public/event/${shortName}/ticket-categories`)
    const [removed] = await Promise.all([change(id, {}, { removedCategories: [student] }), reserve])
    expect(removed.status).toBe(200)
    expect((await read(id)).facts.free).toBe(20)
    expect((await change(id, {}, { removedCategories: [student] })).status).toBe(422)
  })
})

test('the list is not confused by what is sought, nor by a cursor that is none', async () => {
  for (const query of [{ q: "'; drop table event; --" }, { q: '%_\\' }, { cursor: 'x' }, { cursor: '1_99999999999' }]) {
    expect((await editor.ask(calls.listDeskEvents, { query })).status).toBe(200)
  }
})
