import { describe, expect } from 'vitest'
import type { ReservationInfo } from '#contract/reservation.ts'
import { vatRegister } from '#tests/fakes/vat-register.ts'
import { type Visitor, type Way, browsing, inTurn, waysToTake } from '../support/browser/browser.ts'
import { inspectPage } from '../support/browser/inspect-page.ts'
import { runningShop } from '../support/shop/running-shop.ts'
import { anEventWithQuestions } from './asking.ts'
import {
  arrive,
  button,
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
import { organiserOf, thisMoment } from './own-events.ts'

const register = await vatRegister(['DE 123456789'])
const shop = await runningShop({ VIES_API_BASE: register.url })
const { enter } = await browsing(shop)
const organiser = await organiserOf(shop, 'Question House')
const event = await organiser.open(anEventWithQuestions(thisMoment()))

const ADA = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org' }

const WAYS: readonly Way[] = [
  { width: 1280, hand: 'mouse', language: 'en' },
  { width: 390, hand: 'keyboard', language: 'de' },
  { width: 390, hand: 'touch', language: 'de' },
]

describe.each(inTurn(waysToTake(WAYS)))('The questions, $width px, $hand, $language', ({ journey, ...way }) => {
  journey('of all types are answered, stay, and are marked where they are wrong', async () => {
    const visitor = await enterWithSeats(way, 1)
    const { page, does, say } = visitor
    await writePerson(visitor, part => contactField(visitor, part), ADA)
    await pressContinue(visitor)
    const summary = page.getByRole('group', { name: say('foyer.book.check') })
    await expect.poll(() => summary.getByRole('listitem').count()).toBe(5)
    expect(await summary.getByRole('listitem').first().innerText()).toContain('Phone')
    await inspectPage(visitor, 'questions-missing')
    await does.press(summary.getByRole('link', { name: 'Size' }))
    await expectFocusOn(page.getByRole('radio', { name: 'S', exact: true }))

    await does.write(field(visitor, 'title'), 'Countess')
    await does.write(field(visitor, 'phone'), '+44 1815')
    await does.write(field(visitor, 'notes'), 'No lift, please')
    await field(visitor, 'from').selectOption('GR')
    await field(visitor, 'born').fill('2020-12-10')
    await does.write(field(visitor, 'vat'), '999999999')
    await does.choose(field(visitor, 'meal'), 'vegan')
    await does.press(page.getByRole('checkbox', { name: 'Friday' }))
    expect(await page.getByRole('checkbox', { name: 'sun' }).count()).toBe(0)
    await does.pick(page.getByRole('radio', { name: 'L', exact: true }))
    await does.write(field(visitor, 'engraving'), 'Augusta Ada')
    await page.reload()
    await expect.poll(() => field(visitor, 'notes').inputValue()).toBe('No lift, please')
    await pressContinue(visitor)
    await expectError(visitor, 'title', 'error.tooLong', 4)
    await expectError(visitor, 'born', 'error.tooYoung', 18)
    await expectError(visitor, 'vat', 'error.STEP_2_INVALID_VAT')
    await expectError(visitor, 'engraving', 'error.tooLong', 6)
    await inspectPage(visitor, 'questions-wrong')

    await does.write(field(visitor, 'title'), 'Lady')
    await field(visitor, 'born').fill('1990-12-10')
    await does.write(field(visitor, 'vat'), 'DE 123456789')
    await does.write(field(visitor, 'engraving'), 'Ada')
    await continueToOverview(visitor, say('foyer.overview.title'))
    expect(await storedAnswers(visitor)).toEqual({
      title: ['Lady'],
      phone: ['+44 1815'],
      notes: ['No lift, please'],
      from: ['GR'],
      born: ['1990-12-10'],
      vat: ['DE 123456789'],
      meal: ['vegan'],
      days: ['fri', ''],
      size: ['L'],
      engraving: ['Ada'],
    })
    await does.press(button(visitor, say('common.back')))
    await arrive(visitor, say('reservation-page.your-details'), /\/book$/)
    expect(await page.getByRole('checkbox', { name: 'Friday' }).isChecked()).toBe(true)
    expect(await page.getByRole('radio', { name: 'L', exact: true }).isChecked()).toBe(true)
    expect(await field(visitor, 'from').inputValue()).toBe('GR')
    await inspectPage(visitor, 'questions-answered')
  })

  journey('about an extra go with it to another ticket', async () => {
    const visitor = await enterWithSeats(way, 2)
    const { does, say } = visitor
    await nameNow(visitor)
    const card = (position: number) => ticketCard(visitor, position)
    const engravings = (position: number) => card(position).locator('[id$=".additional.engraving"]')
    await does.write(engravings(0), 'Ada')
    await does.press(
      card(0).getByRole('button', { name: new RegExp(`^${say('reservation-page.move-additional-service')}`) }),
    )
    await does.press(card(0).getByRole('button', { name: say('foyer.book.ticket', 'Conference', 2) }))
    await expect.poll(() => engravings(0).count()).toBe(0)
    await expect.poll(() => engravings(1).count()).toBe(2)
    await expectFocusOn(card(1).getByRole('heading', { name: 'Booklet' }).first())
    expect(await engravings(1).first().inputValue()).toBe('Ada')
    await inspectPage(visitor, 'questions-extra-moved')

    await does.write(engravings(1).nth(1), 'Byron')
    for (const position of [0, 1]) await answerAll(visitor, position)
    await writePerson(visitor, part => contactField(visitor, part), ADA)
    await continueToOverview(visitor, say('foyer.overview.title'))
    const { ticketsByCategory, additionalServiceWithData } = await infoOf(visitor)
    const second = ticketsByCategory[0]?.tickets[1]?.uuid
    expect(additionalServiceWithData.map(({ ticketUUID }) => ticketUUID)).toEqual([second, second])
  })
})

/** All answers that a ticket needs besides those of the extras. */
async function answerAll(visitor: Visitor, position: number): Promise<void> {
  const { does } = visitor
  const card = ticketCard(visitor, position)
  if (position > 0) await nameHolder(visitor, position, ADA)
  await does.write(card.locator('[id$=".additional.phone"]'), '1815')
  await does.choose(card.locator('[id$=".additional.meal"]'), 'meat')
  await does.press(card.getByRole('checkbox', { name: 'sat' }))
  await does.pick(card.getByRole('radio', { name: 'S', exact: true }))
}

function field({ page }: Visitor, name: string) {
  return page.locator(`[id$=".additional.${name}"]`)
}

async function enterWithSeats(way: Way, count: number): Promise<Visitor> {
  const visitor = await enter(way)
  await visitor.open(`/event/${event}`)
  await take(visitor, 'Conference', count)
  await reserve(visitor)
  return visitor
}

async function infoOf({ page }: Visitor): Promise<ReservationInfo> {
  const id = /\/reservation\/([^/]+)\//.exec(page.url())?.[1]
  // The decoding edge: the answer of our own shop.
  return (await (await fetch(`${shop.url}/api/v2/public/reservation/${id}`)).json()) as ReservationInfo
}

/** What the server has by the name of the question, the ticket's and its extra's. */
async function storedAnswers(visitor: Visitor): Promise<Record<string, (string | null)[]>> {
  const { ticketsByCategory, additionalServiceWithData } = await infoOf(visitor)
  const withFields = [
    ...ticketsByCategory.flatMap(({ tickets }) =>
      tickets.flatMap(ticket => [
        ...ticket.ticketFieldConfigurationBeforeStandard,
        ...ticket.ticketFieldConfigurationAfterStandard,
      ]),
    ),
    ...additionalServiceWithData.flatMap(item => item.ticketFieldConfiguration),
  ]
  return Object.fromEntries(withFields.map(({ name, fields }) => [name, fields.map(({ fieldValue }) => fieldValue)]))
}

/** The field is marked, and what describes it says why. */
async function expectError(visitor: Visitor, name: string, key: string, ...args: readonly number[]): Promise<void> {
  const control = field(visitor, name)
  await expect.poll(() => control.getAttribute('aria-invalid')).toBe('true')
  const id = await control.getAttribute('id')
  expect(await control.getAttribute('aria-describedby')).toContain(`${id}-error`)
  const limit = key === 'error.tooLong' ? ` ${visitor.say('foyer.at-most', args[0] ?? 0)}` : ''
  const text = (await visitor.page.locator(`[id="${id}-error"]`).innerText()).trim()
  expect(text).toBe(`${visitor.say(key, ...args)}${limit}`)
}
