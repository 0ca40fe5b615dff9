import { beforeEach, expect, test } from 'vitest'
import { minutes } from '#domain/foundation/instant.ts'
import { transaction } from '#server/foundation/database/database.ts'
import { vatRegister } from '#tests/fakes/vat-register.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { lookUp } from './look-up.ts'

const GOOD = { country: 'DE', number: '123456789' }
const BAD = { country: 'DE', number: '999999999' }

const register = await vatRegister(['DE 123456789'])
const clock = manualClock()
const { shop } = await testShop({ clock, environment: { VIES_API_BASE: register.url } })

beforeEach(() => {
  clock.move(minutes(60))
  register.behave('usual')
})

const questions = async (work: () => Promise<void>): Promise<number> => {
  const before = register.requests.length
  await work()
  return register.requests.length - before
}

test.each([
  [GOOD, 'valid'],
  [BAD, 'invalid'],
] as const)('a number is asked for once in a quarter of an hour: %o is %s', async (number, answer) => {
  const questionCount = await questions(async () => {
    expect(await lookUp(shop, number)).toBe(answer)
    clock.move(minutes(15) - 1)
    expect(await lookUp(shop, number)).toBe(answer)
    expect(register.requests.at(-1)).toBe(`DE ${number.number}`)
    clock.move(1)
    expect(await lookUp(shop, number)).toBe(answer)
  })
  expect(questionCount).toBe(2)
  expect(await shop.db.kysely.selectFrom('vat_number_check').select('number').execute()).toEqual([
    { number: number.number },
  ])
})

test.each(['down', 'broken', 'limited'] as const)('a register that is %s is asked again', async mood => {
  register.behave(mood)
  const questionCount = await questions(async () => {
    expect(await lookUp(shop, GOOD)).toBe('unreachable')
    expect(await lookUp(shop, GOOD)).toBe('unreachable')
  })
  expect(questionCount).toBe(2)
  register.behave('usual')
  expect(await lookUp(shop, GOOD)).toBe('valid')
})

test('what can be no number is not asked for', async () => {
  const questionCount = await questions(async () => {
    expect(await lookUp(shop, { country: 'DE', number: '12' })).toBe('invalid')
    expect(await lookUp(shop, { country: 'CH', number: '123456789' })).toBe('invalid')
  })
  expect(questionCount).toBe(0)
})

test('no register is asked while a transaction is open', async () => {
  await expect(transaction(shop.db, () => lookUp(shop, GOOD))).rejects.toThrow('a transaction is open')
})
