import { expect, test } from 'vitest'
import type { Texts } from '#server/foundation/language/texts.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { eventAnswers } from './event-answers.ts'

const clock = manualClock()
const { url, apiKey, shop } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const shortName = await organiser.open(anEventFile(clock.now()))

/** New answers that no client has requested yet, and how many texts writing them has taken. */
function countedAnswers() {
  const { texts } = shop
  let count = 0
  const counted: Texts = {
    ...texts,
    text: (...input) => {
      count += 1
      return texts.text(...input)
    },
    overridden: () => counted,
  }
  return { answers: eventAnswers({ ...shop, texts: counted }), taken: () => count }
}

test.each(['event', 'categories'] as const)('what many ask for at once is written once: %s', async call => {
  const alone = countedAnswers()
  await alone.answers[call](shortName)
  expect(alone.taken()).toBeGreaterThan(0)
  const together = countedAnswers()
  const written = await Promise.all(Array.from({ length: 20 }, () => together.answers[call](shortName)))
  expect(new Set(written).size).toBe(1)
  expect(together.taken()).toBe(alone.taken())
})
