import { describe, expect, test } from 'vitest'
import { type Visitor, browsing, inTurn, waysToTake } from '../support/browser/browser.ts'
import { bundleOf } from '../support/browser/bundle-of.ts'
import { inspectPage } from '../support/browser/inspect-page.ts'
import { sharedShop } from '../support/shop/running-shop.ts'
import {
  agree,
  arrive,
  attendeeField,
  button,
  changeFirst,
  contactField,
  continueToOverview,
  expectFocusOn,
  nameHolder,
  nameNow,
  pressContinue,
  reserve,
  take,
  ticketCard,
  writePerson,
} from './purchase.ts'

const shop = await sharedShop()
const { enter } = await browsing(shop)

const ADA = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org' }

const SCREENS = [
  { width: 1280, hand: 'mouse', language: 'en' },
  { width: 390, hand: 'touch', language: 'de' },
  { width: 1280, hand: 'keyboard', language: 'de' },
] as const

describe.each(inTurn(waysToTake(SCREENS)))('The details, $width px, $hand, $language', ({ journey, ...way }) => {
  journey('say what is missing in each field, first in a summary that leads there', async () => {
    const visitor = await enterWithSeats(way, 2)
    const { page, does, say } = visitor
    await changeFirst(visitor)
    await nameNow(visitor)
    await pressContinue(visitor)
    const summary = page.getByRole('group', { name: say('foyer.book.check') })
    await summary.waitFor()
    await expectFocusOn(summary)
    expect(await summary.getByRole('listitem').count()).toBe(8)
    expect(await summary.getByRole('listitem').first().innerText()).toContain(say('error.STEP_2_EMPTY_FIRSTNAME'))
    await expectError(visitor, '#firstName', 'error.STEP_2_EMPTY_FIRSTNAME')
    await expectError(visitor, '#lastName', 'error.STEP_2_EMPTY_LASTNAME')
    await expectError(visitor, '#email', 'error.STEP_2_EMPTY_EMAIL')
    for (const position of [0, 1]) {
      const card = page.locator('form details').nth(position)
      expect(await card.getAttribute('open')).not.toBeNull()
      await expectError(visitor, card.locator('[name$=".firstName"]'), 'error.STEP_2_EMPTY_FIRSTNAME')
      await expectError(visitor, card.locator('[name$=".lastName"]'), 'error.STEP_2_EMPTY_LASTNAME')
    }
    await inspectPage(visitor, 'details-errors')

    await does.press(summary.getByRole('link').nth(4))
    await expectFocusOn(attendeeField(visitor, 0, 'lastName').or(page.locator('[aria-invalid]:focus')).first())
    await does.write(contactField(visitor, 'firstName'), 'Ada')
    expect(await contactField(visitor, 'firstName').getAttribute('aria-invalid')).toBeNull()
  })

  journey('say what is wrong in each field', async () => {
    const visitor = await enterWithSeats(way, 1)
    const { page } = visitor
    const long = 'x'.repeat(256)
    await page.locator('#firstName').fill(long)
    await page.locator('#lastName').fill(long)
    await page.locator('#email').fill('nobody')
    await pressContinue(visitor)
    await expectError(visitor, '#firstName', 'error.STEP_2_MAX_LENGTH_FIRSTNAME', 255)
    await expectError(visitor, '#lastName', 'error.STEP_2_MAX_LENGTH_LASTNAME', 255)
    await expectError(visitor, '#email', 'error.STEP_2_INVALID_EMAIL')
    await page.locator('#email').fill(`${long}@example.org`)
    await pressContinue(visitor)
    await expectError(visitor, '#email', 'error.STEP_2_EMAIL_IS_TOO_LONG', 255)
  })

  journey('are still there after a reload, and on the way back from the overview', async () => {
    const visitor = await enterWithSeats(way, 1, PAID)
    const { page, does, say } = visitor
    await writePerson(visitor, part => contactField(visitor, part), ADA)
    await page.reload()
    await expectPerson(visitor)
    await expectSharedWithAnotherDevice(visitor)
    await continueToOverview(visitor, say('foyer.overview.title'))
    await does.press(button(visitor, say('common.back')))
    await arrive(visitor, say('reservation-page.your-details'), /\/book$/)
    await expectPerson(visitor)
  })

  journey('ask about an address that looks mistyped, and are there in the next order', async () => {
    const visitor = await enterWithSeats(way, 1)
    const { page, does, say } = visitor
    await writePerson(visitor, part => contactField(visitor, part), { ...ADA, email: 'ada@gmial.com' })
    await contactField(visitor, 'email').blur()
    const question = button(visitor, say('foyer.book.did-you-mean', 'ada@gmail.com'))
    await question.waitFor()
    await inspectPage(visitor, 'details-did-you-mean')
    await does.press(question)
    await expectFocusOn(contactField(visitor, 'email'))
    expect(await contactField(visitor, 'email').inputValue()).toBe('ada@gmail.com')
    await expect.poll(() => question.count()).toBe(0)
    await writePerson(visitor, part => contactField(visitor, part), { ...ADA, email: 'ada@example' })
    await agree(visitor)
    await pressContinue(visitor)
    const dialog = page.getByRole('dialog', { name: say('foyer.warning.title') })
    await dialog.getByText(say('error.STEP_2_EMAIL_TYPO', 'ada@example')).waitFor()
    await inspectPage(visitor, 'details-warning')
    await does.press(dialog.getByRole('button', { name: say('warning.check') }))
    await expect.poll(() => dialog.isVisible()).toBe(false)
    expect(new URL(page.url()).pathname).toMatch(/\/book$/)
    await pressContinue(visitor)
    await does.press(dialog.getByRole('button', { name: say('warning.proceed') }))
    await arrive(visitor, say('foyer.success.title', 'Ada'), /\/success$/)

    await visitor.open(FREE.path)
    await take(visitor, FREE.category, 1)
    await reserve(visitor)
    await expectPerson(visitor, { ...ADA, email: 'ada@example' })
    await ticketCard(visitor, 0).getByText(say('foyer.book.is-you', 'Ada Lovelace')).waitFor()
  })

  journey('can be taken over from another ticket, and wait again', async () => {
    const visitor = await enterWithSeats(way, 2)
    const { does, say } = visitor
    await changeFirst(visitor)
    await nameHolder(visitor, 0, ADA)
    await nameNow(visitor)
    const second = ticketCard(visitor, 1)
    await does.press(second.getByRole('button', { name: new RegExp(`^${say('foyer.details.copy-from-ticket')}`) }))
    await does.press(second.getByRole('button', { name: 'Ada Lovelace' }))
    await expect.poll(() => attendeeField(visitor, 1, 'lastName').inputValue()).toBe(ADA.lastName)
    await expect.poll(() => attendeeField(visitor, 1, 'email').inputValue()).toBe(ADA.email)
    await inspectPage(visitor, 'details-names')
    await does.press(
      second.getByRole('button', { name: new RegExp(`^${say('reservation-page.postpone-assignment')}`) }),
    )
    await expectFocusOn(button(visitor, say('foyer.book.name-now')))
    expect(await second.count()).toBe(0)
  })
})

test('A card of a ticket that comes later than the page moves nothing: the page waits for it', async () => {
  const visitor = await enterWithSeats({ width: 390, hand: 'touch', language: 'de' }, 2)
  const { page, say } = visitor
  await nameNow(visitor)
  await nameHolder(visitor, 1, ADA)
  const [requested, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route(bundleOf('client/shop/checkout/book/attendee-card.tsx'), async route => {
    requested.resolve()
    await released.promise
    await route.continue()
  })
  await page.reload({ waitUntil: 'commit' })
  await requested.promise
  await page.evaluate('new Promise(resolve => setTimeout(resolve, 1000))')
  const title = page.getByRole('heading', { level: 1, name: say('reservation-page.your-details') })
  expect(await title.count()).toBe(0)
  released.resolve()
  await title.waitFor()
  await expect.poll(() => attendeeField(visitor, 1, 'lastName').inputValue()).toBe(ADA.lastName)
})

const FREE = { path: '/event/type-evening', category: 'Seat' }
const PAID = { path: '/event/alpine-systems-days', category: 'Conference' }

async function enterWithSeats(way: Parameters<typeof enter>[0], count: number, of = FREE): Promise<Visitor> {
  const visitor = await enter(way)
  await visitor.open(of.path)
  await take(visitor, of.category, count)
  await reserve(visitor)
  return visitor
}

/** The field is marked, and what describes it says why. */
async function expectError(
  { page, say }: Visitor,
  where: string | ReturnType<Visitor['page']['locator']>,
  key: string,
  ...args: readonly number[]
): Promise<void> {
  const field = typeof where === 'string' ? page.locator(where) : where
  const described = async () => {
    const ids = (await field.getAttribute('aria-describedby'))?.split(' ') ?? []
    const texts = await Promise.all(ids.map(id => page.locator(`[id="${id}"]`).innerText()))
    return { isInvalid: await field.getAttribute('aria-invalid'), texts: texts.map(text => text.trim()) }
  }
  const limit = args.map(most => ` ${say('foyer.at-most', most)}`).join('')
  const text = `${say(key, ...args)}${limit}`
  await expect.poll(described).toEqual({ isInvalid: 'true', texts: expect.arrayContaining([text]) })
}

/** The link of the order on another device shows what was typed here; what is typed there is here after a reload. */
async function expectSharedWithAnotherDevice(visitor: Visitor): Promise<void> {
  const other = await enter({ width: 390, hand: 'touch', language: visitor.language })
  await other.open(new URL(visitor.page.url()).pathname)
  await expectPerson(other)
  await other.does.write(contactField(other, 'firstName'), 'Augusta')
  await other.page.waitForResponse(answer => answer.request().method() === 'PUT' && answer.url().endsWith('/draft'))
  await visitor.page.reload()
  await expect.poll(() => contactField(visitor, 'firstName').inputValue()).toBe('Augusta')
  await visitor.does.write(contactField(visitor, 'firstName'), ADA.firstName)
}

async function expectPerson(visitor: Visitor, { firstName, lastName, email } = ADA): Promise<void> {
  const values = () =>
    Promise.all((['firstName', 'lastName', 'email'] as const).map(part => contactField(visitor, part).inputValue()))
  await contactField(visitor, 'email').waitFor()
  await expect.poll(values).toEqual([firstName, lastName, email])
}
