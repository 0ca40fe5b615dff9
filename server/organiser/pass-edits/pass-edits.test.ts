import { expect, test } from 'vitest'
import * as calls from '#contract/desk-pass.ts'
import type { DeskPass } from '#contract/desk-pass.ts'
import { sampleShop } from '#server/organiser/event-file/sample/sample-shop.ts'
import { codes, enterDesk } from '#tests/support/organiser/desk.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const clock = manualClock()
const served = await testShop({ clock })
const { url, apiKey, shop } = served
await sampleShop(shop)
const alpine = await anOrganiser(url, apiKey, 'Seasons')
const owner = await enterDesk(served, { email: 'owner@example.org', given: { role: 'OWNER', scope: { kind: 'shop' } } })
const { organizationId } = alpine
const scope = { kind: 'organization', organizationId } as const
const editor = await enterDesk(served, { email: 'editor@example.org', given: { role: 'EDITOR', scope }, name: 'Alan' })

const at = (passId: string) => ({ params: { passId } })
const read = async (passId: string) => (await owner.ask(calls.readDeskPass, at(passId))).body as DeskPass
const change = (passId: string, base: number, changes: object, desk = owner) =>
  desk.ask(calls.changeDeskPass, { ...at(passId), body: { base, changes } })
const writable = ({
  kind: _kind,
  id: _id,
  organizer: _organizer,
  image: _image,
  events: _events,
  ...file
}: DeskPass['file']) => file
const SEASON = {
  organizationId,
  title: [{ lang: 'en', body: 'Season' }],
  description: [{ lang: 'en', body: 'All of it.' }],
  usageType: 'ONCE_PER_EVENT',
  termType: 'standard',
  term: { timeUnit: 'MONTHS', units: 6 },
  price: 90,
  currencyCode: 'CHF',
  taxPolicy: 'NONE',
  timezone: 'Europe/Zurich',
  onSaleFrom: '2026-01-01T00:00',
  termsAndConditionsUrl: 'https://alpine.example/terms',
  websiteUrl: 'https://alpine.example',
  paymentMethods: ['OFFLINE'],
}
const created = async () => {
  const made = await editor.ask(calls.createDeskPass, { body: SEASON })
  expect(made, JSON.stringify(made.body)).toMatchObject({ status: 201 })
  return made.body as { id: string; version: number }
}

test('each sample pass is unchanged when what was read of it is sent back', async () => {
  const { passes } = (await owner.ask(calls.listDeskPasses)).body as { passes: { id: string }[] }
  expect(passes).toHaveLength(5)
  for (const { id } of passes) {
    const { file, version } = await read(id)
    expect(await change(id, version, writable(file))).toMatchObject({ status: 200 })
    expect((await read(id)).file).toEqual(file)
  }
  const log = shop.db.kysely.selectFrom('change_log').select('action').where('kind', '=', 'PASS')
  expect(new Set((await log.execute()).map(({ action }) => action))).toEqual(new Set(['PASS_CREATE']))
})

test('a pass is created and listed, and null takes away what is stored', async () => {
  const { id, version } = await created()
  const { passes } = (await editor.ask(calls.listDeskPasses)).body as { passes: { id: string }[] }
  expect(passes).toMatchObject([{ id, title: 'Season', price: { amount: '90.00', currency: 'CHF' }, taken: 0 }])
  expect(await change(id, version, { websiteUrl: null, onSaleTo: '2027-01-01T00:00', maxAvailable: 5 })).toMatchObject({
    status: 200,
  })
  expect((await read(id)).file).toMatchObject({ websiteUrl: null, onSaleTo: '2027-01-01T00:00', maxAvailable: 5 })
  const again = (await read(id)).version
  expect(await change(id, again, { onSaleTo: null, maxAvailable: null })).toMatchObject({ status: 200 })
  expect((await read(id)).file).toMatchObject({ onSaleTo: null, maxAvailable: -1 })
})

test('two members change different members of a pass, and the same one only once', async () => {
  const { id, version } = await created()
  expect(await change(id, version, { price: 80 }, editor)).toMatchObject({ status: 200 })
  expect(await change(id, version, { transferable: false })).toMatchObject({ status: 200 })
  const met = await change(id, version, { price: 70 })
  expect(met).toMatchObject({
    status: 409,
    body: { conflicts: [{ member: 'price', theirs: '80', before: '90', by: 'Alan' }] },
  })
  expect((await read(id)).file).toMatchObject({ price: 80, transferable: false })
})

test('refusals are by field and of passes, and what belongs to others is not there', async () => {
  const refused = await editor.ask(calls.createDeskPass, { body: { ...SEASON, title: [], price: -1 } })
  expect(refused.status).toBe(422)
  expect(codes(refused)).toEqual(
    expect.arrayContaining([
      ['title', 'foyer.desk.pass.refused.title-missing'],
      ['price', 'foyer.desk.pass.refused.price-unreadable'],
    ]),
  )
  const { passes } = (await owner.ask(calls.listDeskPasses)).body as {
    passes: { id: string; organizationId: number }[]
  }
  const theirs = passes.find(pass => pass.organizationId !== organizationId)?.id ?? ''
  expect((await editor.ask(calls.readDeskPass, at(theirs))).status).toBe(404)
  expect((await change(theirs, 0, { price: 1 }, editor)).status).toBe(404)
  expect((await editor.ask(calls.readDeskPass, at('x'))).status).toBe(404)
  const foreign = { ...SEASON, organizationId: 1 }
  expect((await editor.ask(calls.createDeskPass, { body: foreign })).status).toBe(403)
})
