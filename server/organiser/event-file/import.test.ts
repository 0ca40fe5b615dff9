import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { hasEnded } from '#domain/catalog/catalog/event.ts'
import { isOnSale } from '#domain/catalog/catalog/category.ts'
import { isPassOnSale } from '#domain/order/pass/validity.ts'
import { isUuid } from '#domain/foundation/uuid.ts'
import { testDatabase } from '#tests/support/database/test-database.ts'
import { importFiles, describeImport } from './import-files.ts'
import { withDatesFrom } from './read-offer-file.ts'
import { sampleShop } from './sample/sample-shop.ts'
import { STORIES } from './sample/stories.ts'
import { aShop, now } from '#tests/support/organiser/editing-shop.ts'

const { db } = await testDatabase()
const shop = aShop(db)

const folder = await mkdtemp(join(tmpdir(), 'foyer-import-'))
afterAll(() => rm(folder, { recursive: true }))

async function write(name: string, text: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, text)
  return path
}

const meetup = (more = '', seats = 30) => `
title: Type Evening
organizer: {name: Buchstaben, slug: buchstaben, email: abend@buchstaben.example}
description: [{lang: en, body: Two hours with letters}]
location: {fullAddress: 'Hardstrasse 219, Zürich'}
timezone: Europe/Zurich
termsAndConditionsUrl: https://buchstaben.example/terms
startDate: 2027-02-01T19:00:00
endDate: 2027-02-01T21:00
tickets:
  freeOfCharge: true
  max: ${seats}
  categories:
    - {name: Seat, startSellingDate: 2027-01-01T00:00, endSellingDate: 2027-02-01T18:00}
${more}`

const nameOf = (path: string) => path.replace(`${folder}/`, '')

test('the sample events and passes print their stories, in an empty shop only', async () => {
  const bought: [string, string, number][] = []
  const passes: string[] = []
  const buyer = {
    reserve: async (...purchase: [string, string, number]) => void bought.push(purchase),
    buyPass: async (id: string) => void passes.push(id),
  }
  expect(await sampleShop(shop, buyer)).toBe(9)
  expect(await sampleShop(shop, buyer)).toBe(0)
  const offers = await Promise.all(
    [
      'alpine-systems-days',
      'behind-the-screen',
      'candlelight-concert',
      'four-rivers',
      'harbour-film-nights',
      'open-atlas',
      'reading-logs',
      'twelve-at-the-table',
      'type-evening',
    ].map(name => shop.catalog.offeredEvent(name)),
  )
  const events = offers.flatMap(offer => (offer ? [offer.context] : []))
  expect(events.filter(event => event.status === 'PUBLIC' && !hasEnded(event, now))).toHaveLength(9)
  expect(events.filter(({ fileDigest }) => fileDigest === null)).toEqual([])
  const onSale = offers.map(offer => offer?.categories.filter(category => isOnSale(category, now)).length)
  expect(onSale).toEqual([3, 2, 1, 3, 0, 3, 2, 1, 1])
  const ids = Object.keys(STORIES).filter(isUuid)
  const ofEvents = Object.keys(STORIES).filter(name => !isUuid(name))
  expect(ofEvents.toSorted()).toEqual(events.map(({ shortName }) => shortName))
  const passesOnSale = (await Promise.all(ids.map(shop.catalog.offeredPass))).flatMap(offer =>
    offer ? [offer.context] : [],
  )
  expect(passesOnSale).toHaveLength(5)
  expect(passesOnSale.filter(({ fileDigest, status }) => fileDigest === null || status !== 'PUBLIC')).toEqual([])
  const named = (title: string) => passesOnSale.find(pass => pass.title['en'] === title)
  expect(passesOnSale.filter(pass => !isPassOnSale(pass, now))).toEqual([named('The Atlas Season')])
  expect(named('A Chair at the Table')?.maxAvailable).toBe(passes.length)
  expect(new Set(passes)).toEqual(new Set([named('A Chair at the Table')?.publicId]))
  const links = offers.flatMap(offer => offer?.passLinks ?? [])
  expect(passesOnSale.filter(({ id }) => !links.some(({ passId }) => passId === id))).toEqual([])
  const paidFor = offers.flatMap(offer =>
    (offer?.passLinks ?? []).flatMap(({ passId, categories: covered }) =>
      (offer?.categories ?? [])
        .filter(({ id }) => covered.length === 0 || covered.includes(id))
        .filter(category => isOnSale(category, now) && category.price > 0n)
        .map(({ name }) => `${passesOnSale.find(({ id }) => id === passId)?.title['en']}: ${name}`),
    ),
  )
  // A pass covers no ticket of price 0 (7.3): Friends of Letters costs nothing, and neither do its evenings.
  expect(paidFor.toSorted()).toEqual([
    'A Chair at the Table: Place at the table',
    'A Year at the Harbour Cinema: Place',
    'A Year at the Harbour Cinema: Stool',
    'Ten by the Rivers: Sunday',
    'Ten by the Rivers: Weekend',
    'The Atlas Season: In Bern',
    'The Atlas Season: On your screen',
  ])
  const seatsBought = (name: string) =>
    bought.reduce((sum, [event, , seats]) => (event === name ? sum + seats : sum), 0)
  expect(seatsBought('candlelight-concert')).toBe(20)
  expect(seatsBought('twelve-at-the-table')).toBe(10)
  expect(bought.every(([, , seats]) => seats <= 5)).toBe(true)
})

const shelved = (setup: string) =>
  meetup(`slug: shelved\n${setup}`).replace(
    '- {name: Seat,',
    '- {name: Seat, maxTickets: 10, accessRestricted: true, accessCode: letters,',
  )

test('a file says all there is to say of what it names, and nothing of the lists it leaves out', async () => {
  const codes = 'promoCodes: [{name: READERS, codeType: ACCESS, hiddenCategory: Seat, maxUsage: 2}]'
  const tea =
    '{supplementPolicy: OPTIONAL_UNLIMITED_AMOUNT, title: [{lang: en, body: Tea}], price: 0, availableQuantity: 5}'
  const first = shelved(`additionalServices: [${tea}]`).replace('  categories:', `  ${codes}\n  categories:`)
  const [created] = await importFiles(shop, [await write('shelved.yaml', first)])
  expect(created).toMatchObject({ result: 'created' })
  const setup = async () => {
    const { categories = [], services = [] } = (await shop.catalog.offeredEvent('shelved')) ?? {}
    const stored = await db.pool.query("select code, max_usage from promo_code where code = 'READERS'")
    return [
      categories.map(({ code, isRestricted }) => [code, isRestricted]),
      services.map(one => one.stock),
      stored.rows,
    ]
  }
  expect(await setup()).toEqual([[['LETTERS', true]], [5], [{ code: 'READERS', max_usage: 2 }]])
  const again = shelved(`additionalServices: [${tea.replace(', availableQuantity: 5', '')}]`).replace(
    ', accessCode: letters',
    '',
  )
  expect(await importFiles(shop, [await write('shelved.yaml', again)])).toMatchObject([{ result: 'updated' }])
  expect(await setup()).toEqual([[[null, true]], [null], [{ code: 'READERS', max_usage: 2 }]])
})

describe('a file', () => {
  const importBytes = async (name: string, content: Uint8Array) => {
    const path = join(folder, name)
    await writeFile(path, content)
    return importFiles(shop, [path])
  }
  const title = async (slug: string) => {
    const { rows } = await db.pool.query(
      "select title ->> 'en' as title, location from event join purchase_context using (id) where short_name = $1",
      [slug],
    )
    return rows
  }
  const named = (slug: string) => meetup(`slug: ${slug}`)

  test('in the older encoding of Windows is refused with its line, and nothing is stored', async () => {
    const [refused] = await importBytes('ansi.yaml', Buffer.from(named('ansi'), 'latin1'))
    expect(refused).toMatchObject({
      result: 'refused',
      problems: [{ field: '', sentence: expect.stringMatching(/^Line 5 is not in UTF-8; .*Zürich.*save it as UTF-8/) }],
    })
    expect(await title('ansi')).toEqual([])
  })

  test.each([
    ['utf-16le', (text: string) => Buffer.from(`\u{feff}${text}`, 'utf16le')],
    ['utf-16be', (text: string) => Buffer.from(`\u{feff}${text}`, 'utf16le').swap16()],
    ['utf-8-mark', (text: string) => Buffer.from(`\u{feff}${text}`)],
    ['lone-cr', (text: string) => Buffer.from(text.replaceAll('\n', '\r'))],
    ['crlf', (text: string) => Buffer.from(text.replaceAll('\n', '\r\n'))],
  ])('in %s is read as what it says', async (slug, bytes) => {
    expect(await importBytes(`${slug}.yaml`, bytes(named(slug)))).toMatchObject([{ result: 'created' }])
    expect(await title(slug)).toEqual([{ title: 'Type Evening', location: 'Hardstrasse 219, Zürich' }])
  })

  test.each([
    ['no-mark', Buffer.from(named('no-mark'), 'utf16le'), 'This is no text, or one in UTF-16 without its mark.'],
    ['damaged', Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x41, 0x00]), 'This text in UTF-16 is damaged.'],
  ])('%s is refused with what to do', async (name, content, sentence) => {
    const [refused] = await importBytes(`${name}.yaml`, content)
    expect(refused).toMatchObject({ problems: [{ sentence: `${sentence} Save the file as UTF-8.` }] })
  })

  test('with an hour that the clocks skip is refused with the reason', async () => {
    const skipped = named('skipped').replace('2027-02-01T21:00', '2027-03-28T02:30')
    expect(await importBytes('skipped.yaml', Buffer.from(skipped))).toMatchObject([
      {
        problems: [
          {
            field: 'endDate',
            sentence:
              '"2027-03-28T02:30" does not exist in Europe/Zurich: the clocks go forward over that hour. Use another one.',
          },
        ],
      },
    ])
  })
})

test('the example of the documentation can be imported, twice', async () => {
  const text = await readFile(new URL('../../../docs/operating/event-files.md', import.meta.url), 'utf8')
  const example = /```yaml\n([^`]*)```/.exec(text)?.[1] ?? ''
  const path = await write('documented.yaml', example)
  expect(await importFiles(shop, [path, path])).toEqual([
    { path, result: 'created', name: 'letters-by-lamplight' },
    { path, result: 'updated', name: 'letters-by-lamplight' },
  ])
})

test('dates of the samples are counted from today in the zone of the event', () => {
  const content = { timezone: 'Europe/Zurich', at: ['+1d 09:00', '-10d 18:30', '2027-05-15T09:00', 'in +1d 09:00'] }
  expect(withDatesFrom(now, content)).toEqual({
    timezone: 'Europe/Zurich',
    at: ['2027-01-11T09:00', '2026-12-31T18:30', '2027-05-15T09:00', 'in +1d 09:00'],
  })
})

test('a file is created with its organisation, and updated the second time', async () => {
  const path = await write('meetup.yaml', meetup('slug: lettera-abend'))
  expect(await importFiles(shop, [path])).toEqual([{ path, result: 'created', name: 'lettera-abend' }])
  const [first] = await importFiles(shop, [
    await write('meetup.yaml', meetup('slug: lettera-abend\nstatus: DRAFT', 40)),
  ])
  expect(first).toEqual({ path, result: 'updated', name: 'lettera-abend' })
  const { context: event } = (await shop.catalog.offeredEvent('lettera-abend')) ?? {}
  expect(event).toMatchObject({ seats: 40, status: 'DRAFT', version: 2, organization: { name: 'Buchstaben' } })
})

test('JSON is read as well', async () => {
  const path = await write('meetup.json', JSON.stringify({ title: 'Bare', organizer: { name: 'Buchstaben' } }))
  const [result] = await importFiles(shop, [path])
  expect(result).toMatchObject({ result: 'refused' })
})

test('all that is wrong is reported with the file and the place in it, and the next file is imported', async () => {
  const wrong = [
    await write('typo.yaml', meetup('slug: typo\nstartdate: 2027-02-01T19:00')),
    await write('shape.yaml', meetup('slug: shape\ntags: music')),
    await write('rule.yaml', meetup('slug: rule\nstatus: PUBLIC\nsettings: {NO_SUCH_KEY: 1}\nimage: missing.png')),
    await write('broken.yaml', 'title: [unclosed'),
    await write('orphan.yaml', meetup('slug: orphan').replace(/organizer.*\n/, '')),
    join(folder, 'nowhere.yaml'),
  ]
  const good = await write('good.yaml', meetup('slug: good'))
  const files = await importFiles(shop, [...wrong, good])
  expect(files.map(({ path, result }) => [nameOf(path), result])).toEqual([
    ['typo.yaml', 'refused'],
    ['shape.yaml', 'refused'],
    ['rule.yaml', 'refused'],
    ['broken.yaml', 'refused'],
    ['orphan.yaml', 'refused'],
    ['nowhere.yaml', 'refused'],
    ['good.yaml', 'created'],
  ])
  const described = describeImport(files).replaceAll(`${folder}/`, '').split('\n')
  expect(
    described.filter(line => !line.includes('broken') && !/^ {2}(Flow|at|title|\^)/.test(line)).slice(0, 7),
  ).toEqual([
    'typo.yaml: refused',
    '  startdate: There is no such member.',
    'shape.yaml: refused',
    '  tags: must be either array or null.',
    'rule.yaml: refused',
    '  settings.NO_SUCH_KEY: There is no setting NO_SUCH_KEY.',
    '  image: "missing.png" is no PNG, JPEG, WebP or GIF image of 200 kB and 12 million pixels at most that can be read.',
  ])
  expect(described).toContain('  organizer: Say whose event it is: name, slug and email of the organizer.')
  expect(described).toContain('  There is no such file.')
  expect(described.at(-1)).toBe('good.yaml: created good')
})

test('a file cannot change the event of another organisation', async () => {
  const path = await write(
    'theft.yaml',
    meetup('slug: good').replace('name: Buchstaben, slug: buchstaben', 'name: Thief, slug: thief'),
  )
  expect(await importFiles(shop, [path])).toMatchObject([
    { result: 'refused', problems: [{ field: 'organizer', sentence: 'The event belongs to Buchstaben.' }] },
  ])
})
