import { expect, test } from 'vitest'
import type { PurchaseContextId } from '#domain/catalog/catalog/common-context.ts'
import { NO_CURRENCY, currency } from '#domain/foundation/money/currency.ts'
import { minor } from '#domain/foundation/money/money.ts'
import { type ListedFor, methodLists } from './method-lists.ts'

const due = { amount: minor(8000n), currency: currency('EUR') ?? NO_CURRENCY }
const query: ListedFor = { proxy: 'MOLLIE', contextId: 1 as PurchaseContextId, due, country: 'NL' }

test('a list is asked for once, however many want to know, and is of one sum, country and event', async () => {
  const lists = methodLists()
  let calls = 0
  const list = async () => {
    calls += 1
    return ['ideal']
  }
  expect(lists.cached(query)).toBeNull()
  await Promise.all([lists.ask(query, list), lists.ask(query, list)])
  await lists.ask(query, list)
  expect(calls).toBe(1)
  expect(lists.cached(query)).toEqual(['ideal'])
  for (const other of [
    { ...query, country: null },
    { ...query, due: { ...due, amount: minor(8001n) } },
    { ...query, contextId: 2 as PurchaseContextId },
  ]) {
    expect(lists.cached(other)).toBeNull()
  }
})

test('a provider that does not answer leaves it open, and is not asked by the next one', async () => {
  const lists = methodLists()
  let calls = 0
  const fails = async () => {
    calls += 1
    throw new Error('down')
  }
  await lists.ask(query, fails)
  await lists.ask(query, fails)
  expect(calls).toBe(1)
  expect(lists.cached(query)).toBeNull()
})
