import { describe, expect, test } from 'vitest'
import { browsing } from '#tests/support/browser.ts'
import { look } from '#tests/support/browser-look.ts'
import { otherBuyer } from '#tests/support/running-shop-buyer.ts'
import { runningShop } from '#tests/support/running-shop.ts'
import { arrive, button, contactField, expectFocusOn, link, writePerson } from './purchase.ts'
import { ticketIds } from './ticket-proof.ts'

const shop = await runningShop()
const { enter } = await browsing(shop)
const other = otherBuyer(shop)

const WAYS = [
  { width: 1280, hand: 'mouse', language: 'de' },
  { width: 1280, hand: 'keyboard', language: 'en' },
  { width: 390, hand: 'touch', language: 'en' },
] as const

async function bought(email: string): Promise<string> {
  const reservation = await other.reserve('type-evening', { Seat: 1 })
  await other.fillIn(reservation, { firstName: 'Ada', lastName: 'Lovelace', email })
  await other.confirmFree(reservation)
  return (await ticketIds(shop, reservation)).get(email) ?? ''
}

describe.each(WAYS)('A ticket of mine, $width px, $hand, $language', way => {
  const mark = `${way.width}.${way.hand}`

  test('is passed on: the form says what is wrong, the new holder gets it, and I am told', async () => {
    const id = await bought(`ada.${mark}@example.org`)
    const visitor = await enter(way)
    const { page, does, say } = visitor
    await visitor.open(`/event/type-evening/ticket/${id}/view?lang=${way.language}`)
    await does.press(link(visitor, say('foyer.ticket.change')))
    await arrive(visitor, 'Ada Lovelace', new RegExp(`/ticket/${id}/update$`))
    await look(visitor, 'ticket-update')

    await does.press(button(visitor, say('reservation-page-complete.update-ticket-owner')))
    await expectFocusOn(contactField(visitor, 'firstName'))
    await page.getByText(say('reservation-page-complete.info-update')).waitFor()
    await does.write(contactField(visitor, 'email'), 'eva@')
    await does.press(button(visitor, say('reservation-page-complete.update')))
    await page.getByRole('link', { name: say('error.email') }).waitFor()
    await look(visitor, 'ticket-update-wrong')

    const eva = { firstName: 'Eva', lastName: 'Noether', email: `eva.${mark}@example.org` }
    await writePerson(visitor, part => contactField(visitor, part), eva)
    await does.press(button(visitor, say('reservation-page-complete.update')))
    const title = page.getByRole('heading', { level: 1, name: 'Eva Noether' })
    await title.waitFor()
    await expectFocusOn(title)
    await look(visitor, 'ticket-update-done')

    await does.press(button(visitor, say('reservation-page-complete.send-ticket-by-email-to')))
    await page.getByText(say('email.ticket-email-sent')).waitFor()
    await does.press(button(visitor, say('foyer.ticket.dismiss')))
    const [ticketMail] = await shop.mailsTo(eva.email, 1)
    expect(ticketMail?.attachments.map(({ fileName }) => fileName)).toContain(`ticket-${id}.pdf`)
    const told = await shop.mailsTo(`ada.${mark}@example.org`, 1)
    expect(told.some(({ text }) => text.includes(eva.email) && !text.includes(id))).toBe(true)
  })

  test('is given back: asked once more, kept by "no", gone by "yes"', async () => {
    const id = await bought(`ada.back.${mark}@example.org`)
    const visitor = await enter(way)
    const { page, does, say } = visitor
    const address = `/event/type-evening/ticket/${id}/update?lang=${way.language}`
    await visitor.open(address)
    const release = button(visitor, say('reservation-page-complete.release-button.text'))
    await does.press(release)
    const dialog = page.getByRole('dialog')
    await dialog.getByText(say('reservation-page-complete.confirm-cancellation.text')).waitFor()
    await look(visitor, 'ticket-release')
    await does.press(
      dialog.getByRole('button', { name: say('reservation-page-complete.confirm-cancellation.button.no') }),
    )
    await dialog.waitFor({ state: 'hidden' })
    await does.press(release)
    await does.press(
      dialog.getByRole('button', { name: say('reservation-page-complete.confirm-cancellation.button.yes') }),
    )
    await arrive(visitor, 'Type Evening', /^\/event\/type-evening$/)
    await page.getByText(say('foyer.ticket.given-back')).waitFor()

    visitor.expectComplaint(/404/)
    await visitor.open(address)
    await page.getByRole('heading', { level: 1, name: say('foyer.home.title') }).waitFor()
  })
})
