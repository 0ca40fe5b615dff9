import type { FrameLocator } from 'playwright-core'
import { expect } from 'vitest'
import type { Visitor } from '../support/browser/browser.ts'

/** The card form of a provider, in a frame of its own. */
export const cardForm = ({ page }: Visitor): FrameLocator => page.frameLocator('#form iframe')

const FIELDS = ['number', 'expiry', 'cvc'] as const

/** Types a card into the form of the provider, the way this visitor can. */
export async function writeCard(visitor: Visitor, number: string): Promise<void> {
  const { page, hand } = visitor
  const form = cardForm(visitor)
  const texts = { number, expiry: '12 / 34', cvc: '123' }
  for (const name of FIELDS) {
    const field = form.locator(`#${name}`)
    if (hand === 'keyboard') await tabInto(visitor, name)
    else await (hand === 'touch' ? field.tap() : field.click())
    // A frame of another process has the focus a moment after it was touched.
    await expect.poll(() => form.locator(`#${name}:focus`).count()).toBe(1)
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(texts[name])
    await expect.poll(() => field.inputValue()).toBe(texts[name])
  }
  // The provider checks what was typed, and reports to the page whether it is complete.
  await form.locator('html[data-sent=yes]').waitFor({ state: 'attached' })
}

const STOPS_AT_MOST = 60

/** Moves the focus into the frame with the keyboard alone, wherever it is before. */
async function tabInto(visitor: Visitor, name: string): Promise<void> {
  const target = cardForm(visitor).locator(`#${name}:focus`)
  for (let stop = 0; stop < STOPS_AT_MOST; stop++) {
    if ((await target.count()) > 0) return
    await visitor.page.keyboard.press('Tab')
  }
  throw new Error(`Tab never came to the ${name} of the card`)
}
