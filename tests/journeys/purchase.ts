import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { type Visitor, whenHydrated } from '../support/browser/browser.ts'
import type { Person } from '../support/buyer/running-shop-buyer.ts'

/** The steps of a purchase that several journeys take, the same for every visitor. */

/** Another page has come: its heading says so, and has the focus, so that screen readers say it. */
export async function arrive(visitor: Visitor, heading: string, path: RegExp): Promise<void> {
  const { page } = visitor
  const title = page.getByRole('heading', { level: 1, name: heading, exact: true })
  await title.waitFor()
  await expect.poll(() => new URL(page.url()).pathname).toMatch(path)
  await expectFocusOn(title)
}

/** The same by a document that was loaded anew, which begins at its beginning, until it reacts to presses. */
export async function land({ page }: Visitor, heading: string, path: RegExp): Promise<void> {
  await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor()
  await expect.poll(() => new URL(page.url()).pathname).toMatch(path)
  await whenHydrated(page)
}

/** Where the keyboard is now. */
export async function expectFocusOn(target: Locator): Promise<void> {
  await expect.poll(() => target.and(target.page().locator(':focus')).count()).toBe(1)
}

/** The stub of a category on the page of an event. */
export function stubOf({ page }: Visitor, category: string): Locator {
  return page.getByRole('article').filter({ has: page.getByRole('heading', { name: category, exact: true }) })
}

/**
 * Takes so many more of a category or an extra than `before`, one at a time. One ticket may be chosen already, or be so in
 * a moment: where it is the only kind.
 */
export async function take(visitor: Visitor, category: string, count: number, before = 0): Promise<void> {
  const { does, say } = visitor
  const stub = stubOf(visitor, category)
  const taken = async () => Number(await stub.locator('output').textContent())
  const target = before + count
  for (let now = await taken(); now !== target; now = await taken()) {
    const way = now < target ? 'foyer.quantity.more' : 'foyer.quantity.less'
    await does.press(stub.getByRole('button', { name: say(way) }))
    await expect.poll(taken).not.toBe(now)
  }
}

/** What the order on the page of an event comes to: in its card, and on a phone at the thumb too. */
export async function expectTotal({ page, say }: Visitor, amount: string): Promise<void> {
  const row = page
    .locator('dl > div')
    .filter({ has: page.locator('dt', { hasText: new RegExp(`^${say('reservation-page.total')}$`) }) })
  await expect.poll(() => row.locator('dd').textContent()).toContain(amount)
}

/** Unfolds the field for a code, where it is folded. */
export async function openCode({ page, does }: Visitor): Promise<void> {
  const opener = page.locator('details:has(#promo-code) > summary')
  await opener.waitFor()
  if (!(await page.locator('#promo-code').isVisible())) await does.press(opener)
}

/** A button that is in sight: the phone has its main action at the thumb, the desktop beside the page. */
export function button({ page }: Visitor, name: string | RegExp): Locator {
  return page.getByRole('button', { name }).filter({ visible: true })
}

export function link({ page }: Visitor, name: string | RegExp): Locator {
  return page.getByRole('link', { name }).filter({ visible: true })
}

/** From the page of the event to the details; returns the id of the reservation. */
export async function reserve(visitor: Visitor): Promise<string> {
  await visitor.does.press(button(visitor, visitor.say('show-event.continue')))
  await arrive(visitor, visitor.say('reservation-page.your-details'), /\/reservation\/[0-9a-f-]{36}\/book$/)
  return reservationIdOf(visitor)
}

export function reservationIdOf({ page }: Visitor): string {
  const id = /\/reservation\/([0-9a-f-]{36})\//.exec(page.url())?.[1]
  if (id === undefined) throw new Error(`${page.url()} is not the address of a reservation`)
  return id
}

/** The fields of the buyer. */
export function contactField({ page }: Visitor, part: keyof Person): Locator {
  return page.locator(`#${part}`)
}

/** All of the page about the ticket at this place, counted from 0; of tickets that wait for their names there is nothing. */
export function ticketCard({ page }: Visitor, position: number): Locator {
  return page.locator('#attendees ~ * [role=group][aria-label]').nth(position)
}

/** The fields of the ticket at this place of the page, counted from 0. */
export function attendeeField(visitor: Visitor, position: number, part: keyof Person): Locator {
  return ticketCard(visitor, position).locator(`[name$=".${part}"]`)
}

/** Another person than the buyer comes with the first ticket. */
export async function changeFirst(visitor: Visitor): Promise<void> {
  await visitor.does.press(ticketCard(visitor, 0).getByRole('button', { name: visitor.say('foyer.held.change') }))
  await expectFocusOn(attendeeField(visitor, 0, 'firstName'))
}

/** The other tickets don't wait for their names. */
export async function nameNow(visitor: Visitor): Promise<void> {
  await visitor.does.press(button(visitor, visitor.say('foyer.book.name-now')))
}

/** Names the holder of the ticket at this place, who has an address of their own. */
export async function nameHolder(visitor: Visitor, position: number, holder: Person): Promise<void> {
  const { does, say } = visitor
  await does.press(ticketCard(visitor, position).getByRole('button', { name: say('foyer.book.other-address') }))
  await writePerson(visitor, part => attendeeField(visitor, position, part), holder)
}

export async function writePerson(
  { does }: Visitor,
  field: (part: keyof Person) => Locator,
  { firstName, lastName, email }: Person,
): Promise<void> {
  await does.write(field('firstName'), firstName)
  await does.write(field('lastName'), lastName)
  await does.write(field('email'), email)
}

/** On to the overview; `title` is its heading. */
export async function continueToOverview(visitor: Visitor, title: string): Promise<void> {
  await pressContinue(visitor)
  await arrive(visitor, title, /\/overview$/)
}

/** The main action of the details, which ends an order that costs nothing. On a phone it says less. */
export async function pressContinue(visitor: Visitor): Promise<void> {
  const names = ['reservation-page.continue', 'foyer.book.to-payment', 'foyer.overview.get-free'].map(key =>
    visitor.say(key),
  )
  await visitor.does.press(button(visitor, new RegExp(`^(${names.join('|')})$`)))
}

/** Agrees to everything that must be agreed to: the terms at least. */
export async function agree({ page, does }: Visitor): Promise<void> {
  const boxes = page.locator('#privacy, #terms')
  await boxes.first().waitFor()
  for (const box of await boxes.all()) await does.press(box)
}

/** Finishes an order that costs nothing, on the page of its details or on the overview. */
export async function getFree(visitor: Visitor, title: string): Promise<void> {
  await agree(visitor)
  await pressContinue(visitor)
  await arrive(visitor, title, /\/success$/)
}

/** A text of the shop with an amount in it, however the language writes amounts. */
export function withAmount({ say }: Visitor, key: string, amount: string): RegExp {
  const [before = '', after = ''] = say(key, '\0').split('\0')
  const digits = amount.replace('.', '[.,]')
  return new RegExp(`^${literally(before)}\\D*${digits}\\D*${literally(after)}$`)
}

function literally(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
