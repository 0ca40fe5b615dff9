import { afterAll, expect, test } from 'vitest'
import { expectConsistentData } from '../support/database/consistency.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { untilWaiting } from '../support/database/database-waits.ts'
import { anOrganiser } from '../support/organiser/organiser.ts'
import { codesOf } from '../support/buyer/purchase.ts'
import { TIMES, aCrowd, setUpEventToRush, rush } from '../support/rush/rush.ts'
import { manualClock } from '../support/shop/manual-clock.ts'
import { testShop } from '../support/shop/test-shop.ts'

const { url, apiKey, shop } = await testShop({ clock: manualClock() })
const organiser = await anOrganiser(url, apiKey)
const crowd = await aCrowd(url)

const other = await shop.db.pool.connect()
afterAll(() => other.release())

const NOT_FOUND = 'error.STEP_1_CODE_NOT_FOUND'
const NOT_ENOUGH = 'error.STEP_1_NOT_ENOUGH_TICKETS'

test.each(TIMES)('a token that 30 buyers type is used by one (%i)', async time => {
  const setup = await setUpEventToRush(shop, organiser, `token-${time}`)
  await setup.hide('Members', [`T${time}AAAA`, `T${time}BBBB`])
  const orders = [{ tickets: { Members: 1, Conference: 1 }, code: `T${time}AAAA` }]
  expect(await rush(crowd, setup, { orders, tooLate: [NOT_FOUND] })).toBe(1)
  await expectConsistentData(shop.db, setup.shortName, { held: 2 })
})

test.each(TIMES)('one of those who type the last token and those with the access code gets it (%i)', async time => {
  const setup = await setUpEventToRush(shop, organiser, `access-${time}`)
  await setup.hide('Members', [`A${time}AAAA`])
  await setup.code({ code: 'BACKSTAGE', opens: 'Members' })
  const orders = [`A${time}AAAA`, 'BACKSTAGE'].map(code => ({ tickets: { Members: 1 }, code }))
  expect(await rush(crowd, setup, { orders, tooLate: [NOT_FOUND, NOT_ENOUGH] })).toBe(1)
  await expectConsistentData(shop.db, setup.shortName, { held: 1 })
})

test.each([
  ['types it', 'rollback', []],
  ['types it', 'commit', [NOT_FOUND]],
  ['has the access code', 'rollback', []],
  ['has the access code', 'commit', [NOT_ENOUGH]],
] as const)('who waits for the last token and %s gets the result: %s', async (who, end, answers) => {
  const isTyped = who === 'types it'
  const token = `HELD-${isTyped}-${end}`
  const setup = await setUpEventToRush(shop, organiser, token.toLowerCase())
  await setup.hide('Members', [token])
  await setup.code({ code: 'BACKSTAGE', opens: 'Members' })
  await other.query('begin')
  await other.query(`update token set status = 'CANCELLED' where code = $1`, [token])
  const answer = setup.order(aBuyer(url), { tickets: { Members: 1 }, code: isTyped ? token : 'BACKSTAGE' })
  await untilWaiting(shop.db.pool, answer)
  await other.query(end)
  expect(codesOf(await answer)).toEqual(answers)
  await expectConsistentData(shop.db, setup.shortName, { held: 1 - answers.length })
})
