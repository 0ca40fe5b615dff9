import { expect } from 'vitest'
import type { Visitor } from '../support/browser/browser.ts'

/** What journeys with an invoice have in common. */

export const ADA = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org' }

type Address = Readonly<
  Record<'billingAddressLine1' | 'billingAddressZip' | 'billingAddressCity' | 'vatCountryCode', string>
>

export async function writeAddress({ page, does }: Visitor, address: Address): Promise<void> {
  await does.write(page.locator('#billingAddressLine1'), address.billingAddressLine1)
  await does.write(page.locator('#billingAddressZip'), address.billingAddressZip)
  await does.write(page.locator('#billingAddressCity'), address.billingAddressCity)
  // A list of all countries: with the keyboard a buyer types the name.
  await page.locator('#vatCountryCode').selectOption(address.vatCountryCode)
}

/** The field is marked, and what describes it says why. */
export async function expectError(
  { page, say }: Visitor,
  id: string,
  key: string,
  ...args: readonly (number | string)[]
): Promise<void> {
  await expect.poll(() => page.locator(`#${id}`).getAttribute('aria-invalid')).toBe('true')
  expect(await page.locator(`#${id}`).getAttribute('aria-describedby')).toContain(`${id}-error`)
  expect((await page.locator(`#${id}-error`).innerText()).trim()).toBe(say(key, ...args))
}

/** What the overview shows about the invoice: the address line by line, then each number with its name. */
export async function billingReview({ page, say }: Visitor): Promise<readonly string[]> {
  const address = page.locator('dl > div').filter({ hasText: say('reservation-page.invoice-details') })
  const numbers = address.locator('xpath=following-sibling::div[1]')
  const [lines, names, values] = await Promise.all([
    address.locator('dd').allInnerTexts(),
    numbers.locator('dt').allInnerTexts(),
    numbers.locator('dd').allInnerTexts(),
  ])
  return [...lines, ...names.map((name, at) => `${name} ${values[at]}`)]
}
