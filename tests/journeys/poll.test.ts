import { beforeAll, describe, expect, test } from 'vitest'
import { aFreeEventFile } from '#tests/builders/event-file.ts'
import { type Visitor, browsing, wayByTurns, waysIn } from '../support/browser/browser.ts'
import { inspectPage } from '../support/browser/inspect-page.ts'
import { otherBuyer } from '../support/buyer/running-shop-buyer.ts'
import { aPollFile, checkIn } from '../support/organiser/polls.ts'
import { sharedShop } from '../support/shop/running-shop.ts'
import { organiserOf, thisMoment } from './own-events.ts'
import { arrive, button, expectFocusOn, land, link } from './purchase.ts'
import { ticketIds } from './ticket-proof.ts'

const shop = await sharedShop()
const { enter } = await browsing(shop)
const other = otherBuyer(shop)
const organiser = await organiserOf(shop, 'Parliament House')

const both = (en: string, de: string) => [
  { lang: 'en', body: en },
  { lang: 'de', body: de },
]
const BEST = both('Best talk of the day', 'Bester Vortrag des Tages')
const NEXT = both('Where shall we meet next year?', 'Wo treffen wir uns nächstes Jahr?')
const TALKS = [both('Opening', 'Eröffnung'), both('Closing', 'Abschluss')]
const ROOMS = [both('By the lake', 'Am See'), both('In the mountains', 'In den Bergen')]

async function eventWithPolls(slug: string, polls = [bestTalk(), nextYear()]): Promise<string> {
  return organiser.open(aFreeEventFile(thisMoment(), { slug, title: 'Parliament of Birds', polls }))
}
const bestTalk = (status: 'OPEN' | 'CLOSED' = 'OPEN') =>
  aPollFile({ title: BEST, options: TALKS, description: both('Vote for **one**.', 'Wählen Sie **einen**.'), status })
const nextYear = () => aPollFile({ title: NEXT, options: ROOMS })

/** An attendee who is checked in, with the PIN of the ticket. */
async function comeIn(event: string, email: string): Promise<{ readonly pin: string; readonly ticketId: string }> {
  const { id, ticketId } = await buyTicket(event, email)
  const [pin = ''] = await checkIn(shop.db, id)
  return { pin, ticketId }
}

async function buyTicket(event: string, email: string): Promise<{ readonly id: string; readonly ticketId: string }> {
  const id = await other.reserve(event, { Everybody: 1 })
  await other.fillIn(id, { firstName: 'Ada', lastName: 'Lovelace', email })
  await other.confirmFree(id)
  return { id, ticketId: (await ticketIds(shop, id)).get(email) ?? '' }
}

/** The choices that count, in English. */
async function votesAt(event: string): Promise<string[]> {
  const { rows } = await shop.db.pool.query<{ title: string }>(
    `select poll_option.title->>'en' as title from poll_vote
     join poll_option on poll_option.id = option_id join poll on poll.id = poll_vote.poll_id
     join event on event.id = poll.event_id where short_name = $1`,
    [event],
  )
  return rows.map(({ title }) => title)
}

const pinField = ({ page, say }: Visitor) => page.getByLabel(say('poll.enter-your-pin'))
const option = ({ page }: Visitor, name: string) => page.getByRole('radio', { name, exact: true })

async function enterPin(visitor: Visitor, pin: string): Promise<void> {
  await visitor.does.write(pinField(visitor), pin)
  await visitor.does.press(button(visitor, visitor.say('show-event.continue')))
}

const POLLS = /\/poll$/
const ONE_POLL = /\/poll\/\d+$/

describe.each(wayByTurns(waysIn('de'), 1))('Voting, $width px, $hand, $language', way => {
  const inLanguage = (texts: { lang: string; body: string }[]) =>
    texts.find(({ lang }) => lang === way.language)?.body ?? ''
  const slug = `birds-${way.width}-${way.hand}`

  test('I enter my PIN, choose, am thanked, and change my mind', async () => {
    const event = await eventWithPolls(slug)
    const { pin } = await comeIn(event, `ada.${slug}@example.org`)
    const visitor = await enter(way)
    const { page, does, say } = visitor
    await visitor.open(`/event/${event}/poll`)
    await land(visitor, say('poll.title'), POLLS)
    await inspectPage(visitor, 'poll-pin')

    await enterPin(visitor, 'AAAAAA')
    await page.getByText(say('pin.invalid')).waitFor()
    await expectFocusOn(pinField(visitor))
    await inspectPage(visitor, 'poll-pin-wrong')
    await enterPin(visitor, ` ${pin.slice(0, 3)} ${pin.slice(3).toLowerCase()}`)
    const best = link(visitor, inLanguage(BEST))
    await best.waitFor()
    await expectFocusOn(page.getByRole('heading', { level: 1 }))
    expect(await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()).toEqual([
      inLanguage(BEST),
      inLanguage(NEXT),
    ])
    await inspectPage(visitor, 'poll-list')

    await does.press(best)
    await arrive(visitor, inLanguage(BEST), ONE_POLL)
    await button(visitor, say('poll.vote-button')).waitFor()
    await does.press(button(visitor, say('poll.vote-button')))
    await page.getByText(say('foyer.poll.choice-missing')).waitFor()
    await does.pick(option(visitor, inLanguage(TALKS[0] ?? [])))
    await inspectPage(visitor, 'poll-choice')
    const sent = countVotes(visitor)
    await does.press(button(visitor, say('poll.vote-button')))
    const thanks = page.getByRole('heading', { name: say('poll.thank-you-for-the-vote') })
    await thanks.waitFor()
    await expectFocusOn(thanks)
    expect(await votesAt(event)).toEqual(['Opening'])
    expect(sent()).toBe(1)
    await inspectPage(visitor, 'poll-thanks')

    await does.press(button(visitor, say('foyer.poll.change')))
    await expect.poll(() => option(visitor, inLanguage(TALKS[0] ?? [])).isChecked()).toBe(true)
    await does.pick(option(visitor, inLanguage(TALKS[1] ?? [])))
    await does.press(button(visitor, say('foyer.poll.change')))
    await thanks.waitFor()
    expect(await votesAt(event)).toEqual(['Closing'])
    await does.press(link(visitor, say('foyer.poll.others')))
    await arrive(visitor, say('poll.title'), POLLS)
    await page.getByText(say('foyer.poll.voted')).waitFor()
    await inspectPage(visitor, 'poll-list-voted')
  })
})

/** How many votes the page has sent since. */
function countVotes({ page }: Visitor): () => number {
  let count = 0
  page.on('request', request => {
    if (request.method() === 'POST' && request.url().endsWith('/answer')) count += 1
  })
  return () => count
}

describe('On a phone', () => {
  const way = { width: 390, hand: 'touch', language: 'de' } as const
  let event: string
  beforeAll(async () => {
    event = await eventWithPolls('birds-phone')
  })

  test('the page of my ticket leads to the polls once I have come in, and the PIN is in no address', async () => {
    const email = 'berta@example.org'
    const { id, ticketId } = await buyTicket(event, email)
    const visitor = await enter(way)
    const { page, does, say } = visitor
    const vote = link(visitor, say('foyer.ticket.vote'))
    await visitor.open(`/event/${event}/ticket/${ticketId}/view`)
    await page.getByRole('heading', { level: 1, name: 'Ada Lovelace' }).waitFor()
    expect(await vote.count()).toBe(0)
    const [pin = ''] = await checkIn(shop.db, id)
    await page.reload()
    await page.getByText(say('foyer.ticket.vote.pin', pin)).waitFor()
    await inspectPage(visitor, 'ticket-view-poll')
    await does.press(vote)
    await arrive(visitor, say('poll.title'), POLLS)
    await link(visitor, 'Bester Vortrag des Tages').waitFor()
    expect(page.url()).not.toContain(pin)

    const linked = await enter(way)
    await linked.open(`/event/${event}/poll?lang=de&pin=${pin.toLowerCase()}`)
    await link(linked, 'Bester Vortrag des Tages').waitFor()
    await expect.poll(() => new URL(linked.page.url()).search).toBe('?lang=de')
    await linked.page.reload()
    await link(linked, 'Bester Vortrag des Tages').waitFor()
    await linked.does.press(button(linked, say('foyer.poll.other-ticket')))
    await expectFocusOn(pinField(linked))
    await linked.page.reload()
    await pinField(linked).waitFor()
  })

  test('a vote that is pressed twice is sent once, and one that did not arrive is sent again', async () => {
    const { pin } = await comeIn(event, 'clara@example.org')
    const visitor = await enter(way)
    const { page, does, say } = visitor
    await visitor.open(`/event/${event}/poll?pin=${pin}`)
    await does.press(link(visitor, 'Bester Vortrag des Tages'))
    await does.pick(option(visitor, 'Abschluss'))
    const answer = '**/answer'
    visitor.expectComplaint(/ERR_FAILED|429/)
    await page.route(answer, route => route.abort())
    await does.press(button(visitor, say('poll.vote-button')))
    await page.getByText(say('foyer.error.unreachable')).waitFor()
    await page.unroute(answer)
    await page.route(answer, route => route.fulfill({ status: 429, headers: { 'retry-after': '17' } }))
    await does.press(button(visitor, say('poll.vote-button')))
    await page.getByText(say('foyer.error.too-many', 17)).waitFor()
    await inspectPage(visitor, 'poll-too-many')
    await page.unroute(answer)
    const sent = countVotes(visitor)
    await button(visitor, say('poll.vote-button')).dblclick()
    await page.getByRole('heading', { name: say('poll.thank-you-for-the-vote') }).waitFor()
    expect(sent()).toBe(1)
    expect(await votesAt(event)).toContain('Closing')
  })

  test('a poll that is closed while I choose says that my choice did not count', async () => {
    const own = await eventWithPolls('birds-closing', [bestTalk()])
    const { pin } = await comeIn(own, 'dora@example.org')
    const visitor = await enter(way)
    const { page, does, say } = visitor
    await visitor.open(`/event/${own}/poll?pin=${pin}`)
    await does.press(link(visitor, 'Bester Vortrag des Tages'))
    await does.pick(option(visitor, 'Abschluss'))
    await organiser.change(own, { polls: [bestTalk('CLOSED')] })
    await does.press(button(visitor, say('poll.vote-button')))
    await page.getByText(say('foyer.poll.closed.text')).waitFor()
    expect(await votesAt(own)).toEqual([])
    await inspectPage(visitor, 'poll-closed')
    await page.reload()
    await page.getByText(say('foyer.poll.not-open.text')).waitFor()
    await does.press(link(visitor, say('foyer.poll.all')))
    await page.getByText(say('foyer.poll.none.text')).waitFor()
    await inspectPage(visitor, 'poll-none')
    await organiser.change(own, { polls: [bestTalk('OPEN')] })
    await does.press(button(visitor, say('foyer.poll.look-again')))
    await link(visitor, 'Bester Vortrag des Tages').waitFor()
  })

  test('a poll and an event that are not there say so', async () => {
    const { pin } = await comeIn(event, 'emma@example.org')
    const visitor = await enter(way)
    const { page, say } = visitor
    for (const unknown of ['999999', 'x']) {
      await visitor.open(`/event/${event}/poll/${unknown}?pin=${pin}`)
      await page.getByText(say('foyer.poll.not-open.text')).waitFor()
    }
    visitor.expectComplaint(/404/)
    await visitor.open('/event/nowhere/poll')
    await page.getByRole('heading', { level: 1, name: say('foyer.event.missing.title') }).waitFor()
  })
})
