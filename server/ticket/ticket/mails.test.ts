import { expect, test } from 'vitest'
import { ticketUpdatePagePath, ticketViewPagePath } from '#contract/ticket-paths.ts'
import { pathTo } from '#contract/paths.ts'
import { aFreeEventFile } from '#tests/builders/event-file.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { ticketIdsOf } from '#tests/support/buyer/ids-of-tickets.ts'
import { buy } from '#tests/support/buyer/purchase.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const clock = manualClock()
const { url, apiKey, shop } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const meetup = await organiser.open(aFreeEventFile(clock.now(), { seats: 20 }))
const online = await organiser.open(
  aFreeEventFile(clock.now(), { slug: 'online', seats: 20, format: 'ONLINE', onlineCallLinks: [] }),
)

/** Where the mail of a ticket leads: its links as they are drawn, in their order, and its text. */
async function mailOf(eventName: string) {
  const order = await buy(aBuyer(url), eventName, { Everybody: 1 }, { by: 'NONE' })
  const [ticketIdentifier = ''] = await ticketIdsOf(shop, order)
  const mail = await shop.db.kysely
    .selectFrom('mail')
    .select(['text_body', 'html_body'])
    .where('reservation_id', '=', order)
    .where('text_body', 'like', `%${ticketIdentifier}%`)
    .executeTakeFirstOrThrow()
  const params = { eventName, ticketIdentifier }
  return {
    text: mail.text_body,
    links: [
      ...new Set([...mail.html_body.matchAll(/href="([^"?]+)\?/g)].map(([, href = '']) => new URL(href).pathname)),
    ],
    view: pathTo(ticketViewPagePath, params),
    update: pathTo(ticketUpdatePagePath, params),
  }
}

test('the mail of a ticket for the door shows its code, and leads to the page of the ticket and to no form', async () => {
  const { text, links, view, update } = await mailOf(meetup)
  expect(links.filter(path => path.includes('/ticket/'))).toEqual([view])
  expect(text).toContain(view)
  expect(text).not.toContain(update)
})

test('the mail of a ticket for an online event leads into its waiting room first, then to its page, and to no form', async () => {
  const { text, links, view, update } = await mailOf(online)
  expect(links.filter(path => path.includes('/ticket/'))).toEqual([expect.stringMatching(/\/waiting-room$/), view])
  expect(text).not.toContain(update)
})
