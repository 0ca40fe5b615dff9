import { expect, test } from 'vitest'
import {
  aCategoryFile,
  aHiddenCategoryFile,
  aPromoCodeFile,
  aServiceFile,
  anAccessCodeFile,
  anEventFile,
} from '#tests/builders/event-file.ts'
import { testDatabase } from '#tests/support/database/test-database.ts'
import { loadDraft } from '#server/organiser/event-editing/event-store.ts'
import { findEvent } from '#server/access/api-key/guard.ts'
import { importEvent } from './import-offer.ts'
import { listTokens } from '#server/organiser/token/tokens.ts'
import { aShop, now } from '#tests/support/organiser/editing-shop.ts'

const { db } = await testDatabase()
const shop = aShop(db)

const full = anEventFile(now, {
  organizer: { name: 'Alpine', slug: 'alpine', email: 'hello@alpine.example', promoCodes: [aPromoCodeFile()] },
  categories: [aCategoryFile(now, { groupLink: { group: 'Crew' } }), aHiddenCategoryFile(now, { accessCode: 'stage' })],
  promoCodes: [aPromoCodeFile({ name: 'FIVEOFF', discountType: 'FIXED_AMOUNT', discount: 500 }), anAccessCodeFile()],
  additionalServices: [aServiceFile({ availableQuantity: 3 })],
  discounts: [{ minimumTickets: 3, discountType: 'PERCENTAGE', discount: 10, categories: ['Conference'] }],
  groups: [{ name: 'Crew', members: ['ada@example.org'] }],
  facts: {
    refunds: { policy: 'NONE', text: [{ lang: 'en', body: 'Unless we cancel.' }] },
    accessFeatures: ['HEARING_LOOP', 'STEP_FREE'],
    accessibility: [{ lang: 'en', body: 'Ring the bell.' }],
    bring: [{ lang: 'en', body: 'A laptop' }],
  },
})

test('a file that is imported twice changes nothing, neither in the shop nor in the hands of who has a code', async () => {
  expect(await importEvent(shop, full, null)).toEqual({ result: 'created', name: 'alpine' })
  const event = await findEvent(db, 'alpine')
  if (event === undefined) throw new Error('the event was not stored')
  const query = { ...event, category: 'Backstage' }
  const before = { draft: await loadDraft(db, event.id), tokens: await listTokens(shop, query) }
  expect(before.draft).toMatchObject({
    categories: [{ groupLink: { type: 'ONCE_PER_VALUE' } }, { isRestricted: true, code: 'STAGE' }],
    services: [{ title: { en: 'Booklet' }, stock: 3 }],
    promoCodes: [{ code: 'FIVEOFF' }, { code: 'BACKSTAGE' }],
    discounts: [{ minimumTickets: 3 }],
    facts: {
      doorsAt: null,
      refunds: { until: null, text: { en: 'Unless we cancel.' } },
      accessFeatures: ['STEP_FREE', 'HEARING_LOOP'],
      accessibility: { en: 'Ring the bell.' },
      bring: { en: 'A laptop' },
    },
  })
  expect(before.tokens).toHaveLength(5)
  const [token] = before.tokens
  expect(token?.link).toBe(`${shop.config.baseUrl}/event/alpine/code/${token?.code}`)
  expect(await importEvent(shop, full, null)).toEqual({ result: 'updated', name: 'alpine' })
  expect({ draft: await loadDraft(db, event.id), tokens: await listTokens(shop, query) }).toEqual(before)
  expect(await listTokens(shop, { ...event, category: 'Conference' })).toEqual([])
})

test('two categories may swap their codes', async () => {
  const file = (codes: readonly [string, string]) =>
    anEventFile(now, {
      slug: 'swap',
      organizer: { name: 'Alpine', slug: 'alpine', email: 'hello@alpine.example' },
      categories: codes.map((accessCode, index) => aCategoryFile(now, { name: `Category ${index}`, accessCode })),
    })
  await importEvent(shop, file(['stage', 'balcony']), null)
  expect(await importEvent(shop, file(['balcony', 'stage']), null)).toEqual({ result: 'updated', name: 'swap' })
  const event = await findEvent(db, 'swap')
  const draft = await loadDraft(db, event?.id ?? 0)
  expect(draft.categories.map(({ code }) => code)).toEqual(['BALCONY', 'STAGE'])
})
