import { expect, test } from 'vitest'
import type { EventFile } from '#contract/event-file.ts'
import { updateEvent } from '#contract/organiser.ts'
import { changeOrganizationCodes, readOrganizationCodes } from '#contract/desk-codes.ts'
import { importEvent } from '#server/organiser/event-file/import-offer.ts'
import { aCategoryFile, aPromoCodeFile, anEventFile } from '#tests/builders/event-file.ts'
import { anOrganiser } from '../support/organiser/organiser.ts'
import { repetitions } from '../support/run/repetitions.ts'
import { manualClock } from '../support/shop/manual-clock.ts'
import { testShop } from '../support/shop/test-shop.ts'

const clock = manualClock()
const { url, apiKey, shop } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const TIMES = repetitions(2, 10)
const params = { id: organiser.organizationId }
const seenNow = async () => (await organiser.api.expect(readOrganizationCodes, 200, { params })).seen

async function change(slug: string, body: EventFile): Promise<string> {
  const { status, value } = await organiser.api.ask(updateEvent, { params: { slug }, body })
  return status === 200 ? 'changed' : `${status} ${String(value)}`
}

const withCategoryCode = (accessCode: string): EventFile => ({
  tickets: { categories: [{ name: 'Conference', accessCode }] },
})
const withPromoCode = (name: string): EventFile => ({ tickets: { promoCodes: [aPromoCodeFile({ name })] } })
const withOrganizerCodes = (...names: string[]): EventFile => ({
  organizer: { name: 'Alpine Systems', promoCodes: names.map(name => aPromoCodeFile({ name })) },
})

async function anEvent(slug: string): Promise<string> {
  return organiser.open(anEventFile(clock.now(), { slug, categories: [aCategoryFile(clock.now())] }))
}

test.each(TIMES)('of a category and a promo code of the same event one gets a code that both want (%i)', async time => {
  const event = await anEvent(`event-${time}`)
  const changes = [withCategoryCode('STAGE-21'), withPromoCode('STAGE-21')]
  const results = await Promise.all((time % 2 === 0 ? changes : changes.toReversed()).map(body => change(event, body)))
  expect(results.filter(line => line === 'changed')).toHaveLength(1)
  expect(results.find(line => line !== 'changed')).toMatch(/^400 .*(tickets\.promoCodes|invalid\.categories)/)
})

test.each(TIMES)('of a category and the organisation one gets a code that both want (%i)', async time => {
  const [one, other] = [await anEvent(`one-${time}`), await anEvent(`other-${time}`)]
  const code = `EVERYWHERE-${time}`
  const results = await Promise.all([change(one, withCategoryCode(code)), change(other, withOrganizerCodes(code))])
  expect(results.filter(line => line === 'changed')).toHaveLength(1)
  expect(results.find(line => line !== 'changed')).toMatch(/^400 .*(organizer\.promoCodes|invalid\.categories)/)
  await change(other, withOrganizerCodes())
})

test.each(TIMES)('two imports with the same new organisation and code at once are both stored (%i)', async time => {
  const name = `Club ${time}`
  const file = (slug: string): EventFile => ({
    ...anEventFile(clock.now(), { slug }),
    groups: [{ name: 'Crew', members: ['ada@example.org'] }],
    organizer: {
      name,
      slug: `club-${time}`,
      email: 'hello@club.example',
      promoCodes: [aPromoCodeFile({ name: 'MEMBERS-10' })],
    },
  })
  const imports = [`left-${time}`, `right-${time}`].map(slug => importEvent(shop, file(slug), null))
  expect((await Promise.all(imports)).map(({ result }) => result)).toEqual(['created', 'created'])
  const { rows } = await shop.db.pool.query(
    `select count(distinct organization.id)::int as organizations, count(distinct code.id)::int as codes,
       count(distinct context.id)::int as events
     from organization join promo_code as code on code.organization_id = organization.id
       join purchase_context as context on context.organization_id = organization.id
     where organization.name = $1`,
    [name],
  )
  expect(rows).toEqual([{ organizations: 1, codes: 1, events: 2 }])
})

test.each(TIMES)('of a category and the codes of the organisation by themselves one gets a code (%i)', async time => {
  const event = await anEvent(`alone-${time}`)
  const code = `BY-ITSELF-${time}`
  const body = {
    seen: await seenNow(),
    promoCodes: [{ name: code, discountType: 'PERCENTAGE' as const, discount: 10, validTo: '2037-01-01T00:00' }],
  }
  const [changed, { status }] = await Promise.all([
    change(event, withCategoryCode(code)),
    organiser.api.ask(changeOrganizationCodes, { params, body }),
  ])
  expect([changed === 'changed', status === 200].filter(Boolean)).toHaveLength(1)
  await organiser.api.ask(changeOrganizationCodes, { params, body: { seen: await seenNow(), promoCodes: [] } })
})
