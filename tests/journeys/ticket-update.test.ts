import { describe, expect, test } from 'vitest'
import { type Visitor, type Way, browsing, inTurn } from '../support/browser/browser.ts'
import { inspectPage } from '../support/browser/inspect-page.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { aKey, aScanner } from '../support/organiser/door.ts'
import { ticketIdsOf } from '../support/buyer/ids-of-tickets.ts'
import { PAY_BY, hold, infoOf, pay, sendDetails, statusOf, ticketsOf } from '../support/buyer/purchase.ts'
import { sharedShop } from '../support/shop/running-shop.ts'
import { anEventToPassOn } from './asking.ts'
import { arrive, button, contactField, expectFocusOn, link, writePerson } from './purchase.ts'
import { organiserOf, thisMoment } from './own-events.ts'
import { expectedCode } from './ticket-proof.ts'

const shop = await sharedShop()
const { enter } = await browsing(shop)
const organiser = await organiserOf(shop, 'Tickets Passed On')
const event = await organiser.open({ ...anEventToPassOn(thisMoment()), slug: 'passed-on-evening' })
const systemKey = shop.environment['FOYER_API_KEY'] ?? ''
const key = await aKey(shop.url, { systemKey, organizationId: organiser.organizationId, role: 'OPERATOR' })
const door = aScanner(shop.url, key, event)

const WAYS: readonly Way[] = [
  { width: 1280, hand: 'keyboard', language: 'de' },
  { width: 390, hand: 'touch', language: 'en' },
]

type Bought = { readonly reservationId: string; readonly tickets: readonly string[] }

/** A complete order, for Ada and all others that are named; everything is answered. */
async function bought(shortName: string, email: string, firstNames: readonly string[] = ['Ada']): Promise<Bought> {
  const buyer = aBuyer(shop.url)
  const reservationId = await hold(buyer, shortName, { Everybody: firstNames.length })
  const info = await infoOf(buyer, reservationId)
  const person = { lastName: 'Lovelace', email, userLanguage: 'en' }
  const tickets = ticketsOf(info).map(({ uuid }) => uuid)
  const additional = { title: ['Lady'], meal: ['meat'], size: ['S'] }
  const holders = tickets.map((uuid, at) => [uuid, { ...person, firstName: firstNames[at] ?? '', additional }])
  const items = info.additionalServiceWithData.map(({ itemId }, at) => ({
    additionalServiceItemId: itemId,
    ticketUUID: tickets[at] ?? '',
    additional: { engraving: ['ADA'] },
  }))
  const answer = await sendDetails(buyer, reservationId, {
    ...person,
    firstName: 'Ada',
    tickets: Object.fromEntries(holders),
    additionalServices: Object.fromEntries(items.map(item => [item.ticketUUID, [item]])),
  })
  expect(answer.status).toBe(200)
  expect((await pay(buyer, reservationId, PAY_BY.NONE)).status).toBe(200)
  await expect.poll(() => statusOf(buyer, reservationId)).toBe('COMPLETE')
  return { reservationId, tickets }
}

/** What a scanner would show about this code. */
async function askDoor(code: string): Promise<string> {
  return door.evaluate({ identifier: code.split('/')[0] ?? '', code })
}

describe.each(inTurn(WAYS))('A ticket of mine, $width px, $hand, $language', ({ journey, ...way }) => {
  const mark = `${way.width}.${way.hand}`

  journey(
    'is passed on: mistakes are shown, the new holder gets it, the former holder is notified, and the old code is dead',
    async () => {
      const { reservationId, tickets } = await bought(event, `ada.${mark}@example.org`)
      const id = tickets[0] ?? ''
      const ownCode = await expectedCode(shop, id)
      expect(await askDoor(ownCode)).toBe('OK_READY_TO_BE_CHECKED_IN')
      const visitor = await enter(way)
      const { page, does, say } = visitor
      await visitor.open(`/event/${event}/ticket/${id}/view?lang=${way.language}`)
      expect(await link(visitor, say('show-ticket.go-back-to-reservation')).count()).toBe(0)
      await does.press(link(visitor, say('foyer.ticket.change')))
      await arrive(visitor, 'Ada Lovelace', new RegExp(`/ticket/${id}/update$`))
      await inspectPage(visitor, 'ticket-update')

      await does.press(button(visitor, say('foyer.ticket.change')))
      await expectFocusOn(page.locator('[id="additional.title"]'))
      await page.getByText(say('reservation-page-complete.info-update')).waitFor()
      expect(await page.getByRole('radio', { name: 'S', exact: true }).isDisabled()).toBe(true)
      await does.write(contactField(visitor, 'email'), 'eva@')
      await does.choose(page.locator('[id="additional.meal"]'), 'vegan')
      await does.write(page.locator('[id$=".additional.engraving"]'), 'AUGUSTA')
      await does.press(button(visitor, say('reservation-page-complete.update')))
      await page.getByRole('link', { name: say('error.email') }).waitFor()
      const written = way.language === 'de' ? 'Aufschrift' : 'Written on it'
      await does.press(page.getByRole('link', { name: `${written}: ${say('error.tooLong', 6)}` }))
      await expectFocusOn(page.locator('[id$=".additional.engraving"]'))
      await inspectPage(visitor, 'ticket-update-wrong')
      // What is solved leaves the summary, and is back with what was wrong.
      await does.write(contactField(visitor, 'email'), `eva.${mark}@example.org`)
      await expect.poll(() => page.getByRole('link', { name: say('error.email') }).count()).toBe(0)
      await does.write(contactField(visitor, 'email'), 'eva@')
      await page.getByRole('link', { name: say('error.email') }).waitFor()

      await page.reload()
      await page.locator('[id$=".additional.engraving"]').waitFor()
      expect(await page.locator('[id$=".additional.engraving"]').inputValue()).toBe('AUGUSTA')
      expect(await contactField(visitor, 'email').inputValue()).toBe('eva@')
      expect(await page.locator('[id="additional.meal"]').inputValue()).toBe('vegan')

      await does.write(contactField(visitor, 'email'), 'eva@gmial.com')
      await contactField(visitor, 'email').blur()
      await does.press(button(visitor, say('foyer.book.did-you-mean', 'eva@gmail.com')))
      await expect.poll(() => contactField(visitor, 'email').inputValue()).toBe('eva@gmail.com')
      const eva = { firstName: 'Eva', lastName: 'Noether', email: `eva.${mark}@example.org` }
      await does.write(page.locator('[id$=".additional.engraving"]'), 'EVA')
      await writePerson(visitor, part => contactField(visitor, part), eva)
      await does.press(button(visitor, say('reservation-page-complete.update')))
      const dialog = page.getByRole('dialog', { name: say('foyer.ticket.pass-on.title', 'Eva Noether') })
      await dialog.getByText(say('foyer.ticket.pass-on.text', eva.email)).waitFor()
      await inspectPage(visitor, 'ticket-pass-on')
      await does.press(dialog.getByRole('button', { name: say('foyer.ticket.release.keep') }))
      await dialog.waitFor({ state: 'hidden' })
      expect(await askDoor(ownCode)).toBe('OK_READY_TO_BE_CHECKED_IN')
      await does.press(button(visitor, say('reservation-page-complete.update')))
      await does.press(dialog.getByRole('button', { name: say('foyer.ticket.pass-on.do') }))
      const title = page.getByRole('heading', { level: 1, name: say('foyer.ticket.passed-on-to', 'Eva Noether') })
      await title.waitFor()
      await expectFocusOn(title)
      await page.getByText(say('foyer.ticket.passed-on-to.text', eva.email)).waitFor()
      await inspectPage(visitor, 'ticket-passed-on-to')
      const [next = ''] = await ticketIdsOf(shop, reservationId)
      expect(next).not.toBe(id)
      expect(await page.content()).not.toContain(next)

      // Neither the way back nor the old link opens it in the browser that passed it on.
      visitor.expectComplaint(/404/)
      for (const part of ['view', 'update']) {
        await visitor.open(`/event/${event}/ticket/${id}/${part}?lang=${way.language}`)
        await page.getByRole('heading', { level: 1, name: say('foyer.ticket.passed-on') }).waitFor()
        expect(await page.content()).not.toContain(next)
      }
      // The order says to whom it went, and opens it no more.
      await visitor.open(`/event/${event}/reservation/${reservationId}/success?lang=${way.language}`)
      await page.getByText(say('foyer.success.passed-on.text')).waitFor()
      await page.getByRole('heading', { name: 'Eva Noether' }).waitFor()
      expect(await page.getByText(eva.email).count()).toBe(0)
      expect(await page.content()).not.toContain(next)
      await inspectPage(visitor, 'order-with-passed-on')

      const [ticketMail] = await shop.mailsTo(eva.email, 1)
      expect(ticketMail?.attachments.map(({ fileName }) => fileName)).toContain(`ticket-${next}.pdf`)
      const mails = await shop.mailsTo(`ada.${mark}@example.org`, 1)
      expect(mails.some(({ text }) => text.includes(eva.email) && !text.includes(id) && !text.includes(next))).toBe(
        true,
      )
      expect(await askDoor(ownCode)).toBe('INVALID_TICKET_CODE')
      expect(await askDoor(await expectedCode(shop, next))).toBe('OK_READY_TO_BE_CHECKED_IN')

      const later = await enter(way)
      later.expectComplaint(/404/)
      for (const part of ['view', 'update']) {
        await later.open(`/event/${event}/ticket/${id}/${part}?lang=${way.language}`)
        await later.page.getByRole('heading', { level: 1, name: say('foyer.ticket.passed-on') }).waitFor()
        expect(await later.page.getByText(/Eva|Noether|eva\./).count()).toBe(0)
      }
      await inspectPage(later, 'ticket-passed-on')
    },
  )

  journey(
    'is released: after a question, kept by "no", gone by "yes"; the last one takes the order along',
    async () => {
      const { reservationId, tickets } = await bought(event, `back.${mark}@example.org`, ['Ada', 'Eva'])
      const visitor = await enter(way)
      const { page, does, say } = visitor
      await visitor.open(`/event/${event}/reservation/${reservationId}/success?lang=${way.language}`)
      const release = (name: string) =>
        button(visitor, `${say('reservation-page-complete.release-button.text')} ${say('foyer.success.of', name)}`)
      await does.press(release('Ada Lovelace'))
      const dialog = page.getByRole('dialog')
      await dialog.getByText(say('reservation-page-complete.confirm-cancellation.text')).waitFor()
      await inspectPage(visitor, 'ticket-release')
      await answer(visitor, 'no')
      await dialog.waitFor({ state: 'hidden' })
      await does.press(release('Ada Lovelace'))
      await answer(visitor, 'yes')
      await page.getByText(say('foyer.ticket.given-back')).waitFor()
      await expect.poll(() => page.getByRole('heading', { name: 'Ada Lovelace' }).count()).toBe(0)

      await does.press(link(visitor, `${say('foyer.ticket.change')} ${say('foyer.success.of', 'Eva Lovelace')}`))
      await arrive(visitor, 'Eva Lovelace', /\/update$/)
      visitor.expectComplaint(/404/)
      await does.press(button(visitor, say('reservation-page-complete.release-button.text')))
      await answer(visitor, 'yes')
      await arrive(visitor, 'Relay Evening', new RegExp(`^/event/${event}$`))
      await visitor.open(`/event/${event}/ticket/${tickets[1]}/update`)
      await page.getByRole('heading', { level: 1, name: say('foyer.ticket.ended') }).waitFor()
    },
  )
})

async function answer({ page, does, say }: Visitor, word: 'yes' | 'no'): Promise<void> {
  const name = say(`foyer.ticket.release.${word === 'yes' ? 'give-back' : 'keep'}`)
  await does.press(page.getByRole('dialog').getByRole('button', { name }))
}

test('the name on a locked ticket stays, and what is asked can still be answered', async () => {
  const file = anEventToPassOn(thisMoment())
  const settings = { ...file.settings, ENABLE_TICKET_TRANSFER: false }
  const fixed = await organiser.open({ ...file, slug: 'fixed-evening', title: 'Fixed Evening', settings })
  const { tickets } = await bought(fixed, 'fixed@example.org')
  const visitor = await enter({ width: 390, hand: 'touch', language: 'de' })
  const { page, does, say } = visitor
  await visitor.open(`/event/${fixed}/ticket/${tickets[0]}/update`)
  await does.press(button(visitor, say('foyer.ticket.change-answers')))
  for (const part of ['firstName', 'lastName', 'email'] as const) {
    expect(await contactField(visitor, part).isEditable()).toBe(false)
  }
  expect(await page.getByText(say('reservation-page-complete.info-update')).count()).toBe(0)
  await does.choose(page.locator('[id="additional.meal"]'), 'vegan')
  await inspectPage(visitor, 'ticket-locked')
  await does.press(button(visitor, say('reservation-page-complete.update')))
  await page.getByText(say('foyer.ticket.saved')).waitFor()
  await does.press(button(visitor, say('foyer.ticket.change-answers')))
  expect(await page.locator('[id="additional.meal"]').inputValue()).toBe('vegan')
})
