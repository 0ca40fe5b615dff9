import { expect, test } from 'vitest'
import { codeLink, getCodeOffer, takeCode } from '#contract/promo-code.ts'
import { aCategoryFile, anEventFile } from '#tests/builders/event-file.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { anOrganiser } from '../support/organiser/organiser.ts'
import { manualClock } from '../support/shop/manual-clock.ts'
import { testShop } from '../support/shop/test-shop.ts'

// What a link with a code opens, as the contract says: `ask` checks status, media type and each member.

const clock = manualClock()
/** The page comes from a build of the client, which `npm test` makes. */
const { url, apiKey } = await testShop({ clock, hasPages: true })
const organiser = await anOrganiser(url, apiKey)
const categories = [aCategoryFile(clock.now(), { accessCode: 'OPEN-CONFERENCE' })]
const shortName = await organiser.open(anEventFile(clock.now(), { categories }))
const buyer = aBuyer(url)
const link = { params: { shortName, code: 'OPEN-CONFERENCE' } }
const unknown = { params: { shortName, code: 'NOPE' } }

test('what it opens is said, and of an unknown code nothing', async () => {
  expect(await buyer.expect(getCodeOffer, 200, link)).toMatchObject({ categoryName: 'Conference', heldUntil: null })
  await buyer.expect(getCodeOffer, 404, unknown)
})

test('its page is for its reader alone: no memory shares it, no search engine finds it', async () => {
  const { status, headers, value } = await buyer.ask(codeLink, link)
  expect(status).toBe(200)
  expect([headers.get('cache-control'), headers.get('x-robots-tag')]).toEqual(['private, no-cache', 'noindex'])
  expect(value).toContain('Conference')
  await buyer.expect(codeLink, 302, unknown)
})

test('its button leads to the order that holds the ticket', async () => {
  const { status, headers } = await buyer.ask(takeCode, link)
  expect([status, headers.get('location')]).toEqual([303, expect.stringMatching(/\/reservation\/[0-9a-f-]{36}\/book$/)])
})
