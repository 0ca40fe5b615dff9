import { expect, test } from 'vitest'
import { BUDGETS, DESK_BUDGETS, weightOf } from '../../tools/benches/page-weight.ts'

test.each([...BUDGETS, ...DESK_BUDGETS])('the page "$page" stays within its budget of script and style', budget => {
  const { script, style, scripts } = weightOf(budget)
  // React alone weighs more than this: a build that was not understood would seem light.
  expect(script).toBeGreaterThan(60_000)
  expect(style).toBeGreaterThan(1000)
  expect(scripts).toBeGreaterThan(1)
  expect(script).toBeLessThanOrEqual(budget.script)
  expect(style).toBeLessThanOrEqual(budget.style)
})
