import { expect, test } from 'vitest'
import { getOrganizer } from '#contract/organizer.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { pictureCommand } from '#server/operation/command/picture.ts'
import { commandLine } from '#tests/support/shop/command-line.ts'

const { url, apiKey, clock, databaseUrl } = await testShop()
const buyer = aBuyer(url)
const params = { organizerSlug: 'quiet-house' }

test('an organiser has a page once an event of theirs is public', async () => {
  const organiser = await anOrganiser(url, apiKey, 'Quiet House')
  await organiser.open(anEventFile(clock.now(), { slug: 'draft', status: 'DRAFT' }))
  await buyer.expect(getOrganizer, 404, { params })
  await organiser.open(anEventFile(clock.now(), { slug: 'open' }))
  await expect.poll(async () => (await buyer.ask(getOrganizer, { params })).status, { timeout: 3000 }).toBe(200)
  expect(await buyer.expect(getOrganizer, 200, { params })).toEqual({
    slug: 'quiet-house',
    name: 'Quiet House',
    email: 'hello@quiet-house.example',
    about: null,
    websiteUrl: null,
    fileBlobId: null,
  })
})

test('a picture that is stored by the command has the id that a setting takes', async () => {
  const run = await commandLine(databaseUrl)
  const path = new URL('../../../samples/images/four-rivers.webp', import.meta.url).pathname
  const { lines } = await run(pictureCommand, path)
  expect(lines).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)])
  expect((await fetch(`${url}/file/${lines[0]}`)).headers.get('content-type')).toBe('image/webp')
  await expect(run(pictureCommand, 'package.json')).rejects.toThrow('no picture')
  await expect(run(pictureCommand, 'missing.png')).rejects.toThrow('no file')
})
