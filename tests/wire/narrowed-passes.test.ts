import { describe, expect, test } from 'vitest'
import { createSubscription } from '#contract/organiser-subscription.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { aPassFile } from '#tests/builders/pass-file.ts'
import { storePass } from '#tests/builders/stored-passes.ts'
import { anOrganiser } from '../support/organiser/organiser.ts'
import { manualClock } from '../support/shop/manual-clock.ts'
import { testShop } from '../support/shop/test-shop.ts'

/** From a build of the client, which `npm test` makes. */
const clock = manualClock()
const { url, apiKey, shop } = await testShop({ clock, hasPages: true })
const { organizationId } = await anOrganiser(url, apiKey)
const pass = await storePass(shop, { organizationId })
const get = (path: string) => fetch(url + path, { redirect: 'manual' })

describe('events and passes of one organiser, or with a tag:', async () => {
  const duet = await anOrganiser(url, apiKey, 'Duet')
  const [one, two] = await Promise.all(
    [['strings'], ['wind']].map(tags =>
      duet.api.expect(createSubscription, 200, { body: aPassFile({ isPublic: true, tags }) }),
    ),
  )
  const quiet = await anOrganiser(url, apiKey, 'Quiet')
  for (const [by, slug, tags] of [
    [duet, 'duet', ['strings']],
    [quiet, 'quiet', ['silence']],
  ] as const)
    await by.open(anEventFile(clock.now(), { slug, title: slug, status: 'PUBLIC', tags: [...tags] }))
  const leadsTo = async (path: string) => (await get(path)).headers.get('location')
  const organizer = `organizer=${duet.organizationId}`

  test('one event leads to itself where no pass is left beside it', async () => {
    expect(await leadsTo(`/?organizer=${quiet.organizationId}`)).toBe(`/event/quiet?organizer=${quiet.organizationId}`)
    expect(await leadsTo('/?tags=silence')).toBe('/event/quiet?tags=silence')
  })

  test('one event stays beside the passes that are left', async () => {
    for (const [query, there, gone] of [
      [organizer, [one, two], []],
      ['tags=strings', [one], [two]],
    ] as const) {
      const page = await get(`/?${query}`)
      expect([query, page.status]).toEqual([query, 200])
      const html = await page.text()
      for (const id of there) expect(html).toContain(`href="/subscription/${String(id)}`)
      for (const id of [...gone, pass.publicId]) expect(html).not.toContain(`/subscription/${String(id)}`)
    }
  })

  test('the list of passes leads to the only one that is left', async () => {
    expect(await leadsTo('/subscriptions-all?tags=wind')).toBe(`/subscription/${String(two)}?tags=wind`)
    expect((await get(`/subscriptions-all?${organizer}`)).status).toBe(200)
    expect(await (await get(`/subscriptions-all?${organizer}`)).text()).not.toContain(pass.publicId)
  })
})
