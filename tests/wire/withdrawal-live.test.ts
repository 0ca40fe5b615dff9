import { expect, test } from 'vitest'
import { type Call, Empty } from '#contract/call.ts'
import * as withdrawalCalls from '#contract/withdrawal.ts'
import { storePass } from '#tests/builders/stored-passes.ts'
import { type AskOf, aBuyer } from '../support/buyer/buyer.ts'
import { buyPass } from '../support/buyer/pass-purchase.ts'
import { anOrganiser } from '../support/organiser/organiser.ts'
import { manualClock } from '../support/shop/manual-clock.ts'
import { testShop } from '../support/shop/test-shop.ts'

// Every call about withdrawing answers here as the contract says: `ask` checks status, media type and each member.

const { url, apiKey, shop } = await testShop({ clock: manualClock() })
const { organizationId, confirm } = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)
const seen = new Set<string>()
const ADA = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org' }

async function answers<C extends Call>(call: C, status: number, ask: AskOf<C>): Promise<void> {
  const answer = await buyer.ask(call, ask)
  expect([call.operationId, answer.status]).toEqual([call.operationId, status])
  seen.add(`${call.operationId} ${status}`)
}

test('withdrawing, from the question to the end', async () => {
  const { getWithdrawal, stateWithdrawal, confirmWithdrawal } = withdrawalCalls
  const withdrawal = { kind: 'possible', days: 14, afterUse: 'EVERYTHING' } as const
  const { publicId } = await storePass(shop, { organizationId, withdrawal })
  const reservationId = await buyPass(buyer, publicId)
  await confirm(reservationId)
  const unknown = { params: { reservationId: crypto.randomUUID() } }
  const params = { reservationId }
  await answers(getWithdrawal, 404, unknown)
  await answers(stateWithdrawal, 404, { ...unknown, body: ADA })
  await answers(confirmWithdrawal, 404, { ...unknown, body: { ...ADA, amount: '100.00' } })
  await answers(getWithdrawal, 200, { params })
  await answers(stateWithdrawal, 422, { params, body: { ...ADA, email: '' } })
  await answers(stateWithdrawal, 200, { params, body: ADA })
  await answers(confirmWithdrawal, 422, { params, body: { ...ADA, amount: '1.00' } })
  await answers(confirmWithdrawal, 200, { params, body: { ...ADA, amount: '100.00' } })
  await answers(confirmWithdrawal, 200, { params, body: { ...ADA, amount: '100.00' } })
  await answers(getWithdrawal, 200, { params })
})

test('each good answer, and each 404, was asked for', () => {
  const calls = Object.values<unknown>(withdrawalCalls).filter(isCall)
  const expected = calls.flatMap(({ operationId, responses }) =>
    Object.entries(responses)
      .filter(([status, schema]) => Number(status) < 300 || schema === Empty)
      .map(([status]) => `${operationId} ${status}`),
  )
  expect(expected.length).toBeGreaterThan(5)
  expect(expected.filter(name => !seen.has(name))).toEqual([])
})

const isCall = (value: unknown): value is Call => typeof value === 'object' && value !== null && 'operationId' in value
