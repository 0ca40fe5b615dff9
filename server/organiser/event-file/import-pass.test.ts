import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { aPassFile } from '#tests/builders/pass-file.ts'
import { storeBoughtPass } from '#tests/builders/bought-passes.ts'
import { testDatabase } from '#tests/support/database/test-database.ts'
import { aShop, anEventRequest } from '#tests/support/organiser/editing-shop.ts'
import { importFiles } from './import-files.ts'

const { db } = await testDatabase()
const shop = aShop(db)
const folder = await mkdtemp(join(tmpdir(), 'foyer-passes-'))
afterAll(() => rm(folder, { recursive: true }))

const club = { name: 'Film Club', slug: 'film-club', email: 'hello@film-club.example' }

async function write(name: string, content: object): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, stringify(content))
  return path
}

const aPass = (changes: object = {}) => ({ kind: 'subscription', organizer: club, ...aPassFile(), ...changes })
const anEvent = (slug: string) => ({ kind: 'event', organizer: club, ...anEventRequest(), slug })
const titled = (title: string) => ({
  title: [
    { lang: 'it', body: `${title} it` },
    { lang: 'en', body: title },
  ],
})

async function put(content: object) {
  const [result] = await importFiles(shop, [await write('pass.yaml', content)])
  if (!result) throw new Error('nothing was imported')
  return result
}

async function created(content: object): Promise<string> {
  const result = await put(content)
  if (result.result !== 'created') throw new Error(JSON.stringify(result))
  return result.name
}

const offered = async (id: string) => (await shop.catalog.offeredPass(id))?.context

/** Whose first problem it is, and what it says. */
async function refusal(content: object): Promise<string[]> {
  const result = await put(content)
  if (result.result !== 'refused') throw new Error(`it was ${result.result}`)
  return result.problems.map(({ field, sentence }) => `${field}: ${sentence}`)
}

test('a pass is created public with its organisation, and found again by its title', async () => {
  const id = await created(
    aPass({ ...titled('Season'), maxAvailable: 5, maxEntries: 10, onSaleTo: '2027-12-01T00:00' }),
  )
  expect(await offered(id)).toMatchObject({
    status: 'PUBLIC',
    organization: { slug: 'film-club' },
    maxAvailable: 5,
    usage: { maxEntries: 10 },
  })
  expect(await put(aPass({ ...titled('Season'), price: 99 }))).toMatchObject({ result: 'updated', name: id })
  // A file says all there is to say of limits.
  expect(await offered(id)).toMatchObject({
    price: 9_900n,
    maxAvailable: null,
    usage: { maxEntries: null },
    onSale: { end: null },
  })
})

test('a pass with an id keeps its address, whatever it is called', async () => {
  const id = crypto.randomUUID()
  expect(await created(aPass({ ...titled('Old name'), id: id.toUpperCase() }))).toBe(id)
  expect(await put(aPass({ ...titled('New name'), id }))).toMatchObject({ result: 'updated', name: id })
  expect(await offered(id)).toMatchObject({ title: { en: 'New name' } })
  expect(await refusal(aPass({ id: 'season-2027' }))).toEqual([
    'id: "season-2027" is no id of a pass: use a UUID, or leave it out.',
  ])
})

test('of two passes of one name the file says which', async () => {
  for (const id of [crypto.randomUUID(), crypto.randomUUID()]) await created(aPass({ ...titled('Twin'), id }))
  expect(await refusal(aPass(titled('Twin')))).toEqual([
    'id: Several passes are called "Twin": say by its id which one it is.',
  ])
})

test('a file cannot change the pass of another organisation', async () => {
  const id = await created(aPass(titled('Mine')))
  const thief = { name: 'Thief', slug: 'thief', email: 'thief@example.org' }
  expect(await refusal(aPass({ id, organizer: thief }))).toEqual(['organizer: The pass belongs to Film Club.'])
})

test('events are linked by their names and those of their categories, in whatever order the files come', async () => {
  const events = [{ slug: 'noir', categories: ['Student'] }, { slug: 'western' }]
  const pass = await write('a-pass.yaml', aPass({ ...titled('Linked'), events }))
  const files = [pass, await write('noir.yaml', anEvent('noir')), await write('western.yaml', anEvent('western'))]
  const imported = await importFiles(shop, files)
  expect(imported.map(({ path, result }) => [path, result])).toEqual(files.map(path => [path, 'created']))
  const links = async (slug: string) =>
    (await shop.catalog.offeredEvent(slug))?.passLinks.map(link => link.categories.length)
  expect([await links('noir'), await links('western')]).toEqual([[1], [0]])
  // Not said: as it is. Said: all there are.
  await put(aPass(titled('Linked')))
  expect(await links('noir')).toEqual([1])
  await put(aPass({ ...titled('Linked'), events: [{ slug: 'noir' }] }))
  expect([await links('noir'), await links('western')]).toEqual([[0], []])
})

test('all that is wrong is reported at once with its place, and nothing is stored', async () => {
  const events = [{ slug: 'nowhere' }, { slug: 'noir', categories: ['Balcony'] }]
  const wrong = aPass({ ...titled('Wrong'), usageType: null, price: -1, image: 'missing.png', events })
  expect(await refusal(wrong)).toEqual([
    'usageType: "" is no way to use a pass: use ONCE_PER_EVENT or UNLIMITED.',
    'price: "-1" is no price.',
    'events[0]: The organisation has no event "nowhere".',
    'events[1]: There is no category "Balcony" for "noir".',
    'image: "missing.png" is no PNG, JPEG, WebP or GIF image of 200 kB and 12 million pixels at most that can be read.',
  ])
  const stored = await db.kysely.selectFrom('purchase_context').select('title').where('kind', '=', 'PASS').execute()
  expect(stored.length).toBeGreaterThan(3)
  expect(JSON.stringify(stored)).not.toContain('Wrong')
})

test('what no pass has is no member of its file', async () => {
  expect(await refusal(aPass({ tickets: {}, kinds: 1 }))).toEqual([
    'tickets: There is no such member.',
    'kinds: There is no such member.',
  ])
  expect(await refusal(aPass({ termType: 'forever' }))).toHaveLength(1)
})

test('withdrawal is stated in days or by a reason', async () => {
  const id = await created(aPass({ ...titled('Returned'), withdrawal: { days: 30, afterUse: 'NOTHING' } }))
  expect(await offered(id)).toMatchObject({ withdrawal: { kind: 'possible', days: 30, afterUse: 'NOTHING' } })
  const reason = [{ lang: 'en', body: 'It is for fixed dates.' }]
  await put(aPass({ ...titled('Returned'), withdrawal: { reason } }))
  expect(await offered(id)).toMatchObject({ withdrawal: { kind: 'none', reason: { en: 'It is for fixed dates.' } } })
})

test('a pass that is sold keeps what was sold', async () => {
  const id = await created(aPass({ ...titled('Sold'), maxAvailable: 3 }))
  for (let count = 0; count < 2; count += 1) await storeBoughtPass(shop.db, id, { status: 'ACQUIRED' })
  expect(await refusal(aPass({ ...titled('Sold'), maxAvailable: 1, currencyCode: 'EUR' }))).toEqual([
    'currencyCode: The currency stays CHF: passes have been ordered in it.',
    'maxAvailable: 2 are sold or held: there cannot be fewer.',
  ])
})
