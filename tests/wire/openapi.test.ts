import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { allCalls } from '#contract/all-calls.ts'
import { withCommonResponses } from '#contract/common-responses.ts'
import { compare } from './compare.ts'
import { intendedDifferences } from './intended-differences.ts'
import { onlineCheckInDifferences } from './intended-online-check-in.ts'
import { orderDifferences } from './intended-orders.ts'
import { observedDifferences } from './intended-observed.ts'
import { saleDifferences } from './intended-sales.ts'
import { scannerDifferences } from './intended-scanners.ts'
import { passDifferences } from './intended-passes.ts'
import { paymentDifferences } from './intended-payments.ts'
import { signInDifferences } from './intended-sign-in.ts'
import { organiserV1Differences } from './intended-organiser-v1.ts'
import { ticketDeskDifferences } from './intended-ticket-desk.ts'
import { walletDifferences } from './intended-wallets.ts'
import { documentOfContract, openApiDocument } from './served-document.ts'

const references = ['shop', 'booking', 'organizer'].map(name =>
  openApiDocument(parse(readFileSync(new URL(`reference/openapi-${name}.yaml`, import.meta.url), 'utf8'))),
)
const { differences: found, seen } = compare(await documentOfContract(), references)

/** The answers that any call can have before it has begun: all of our calls list them, and none of the reference. */
const ofAnyCall = new Set(
  allCalls.flatMap(call =>
    Object.keys(withCommonResponses(call))
      .filter(status => !(status in call.responses))
      .map(status => `${call.method} ${call.path.replace(/:\w+|\*/g, '{}')} answer ${status}: not in the reference`),
  ),
)
/** Whatever the reference calls the parts of an address. */
const withoutNames = (difference: string): string => difference.replace(/\{\w+\}/g, '{}')
const differences = found.filter(difference => !ofAnyCall.has(withoutNames(difference)))

const intended = [
  ...intendedDifferences,
  ...onlineCheckInDifferences,
  ...scannerDifferences,
  ...saleDifferences,
  ...observedDifferences,
  ...walletDifferences,
  ...paymentDifferences,
  ...passDifferences,
  ...signInDifferences,
  ...orderDifferences,
  ...ticketDeskDifferences,
  ...organiserV1Differences,
]
const listed = intended.flatMap(group => group.differences)

test('what is served differs from the reference documents only where we say so', () => {
  expect(differences.filter(difference => !listed.includes(difference))).toEqual([])
})

test('every listed difference still exists', () => {
  expect(listed.filter(difference => !differences.includes(difference))).toEqual([])
})

test('no difference is listed twice, and each has a reason', () => {
  expect(listed.filter((difference, index) => listed.indexOf(difference) !== index)).toEqual([])
  expect(intended.every(({ reason }) => reason.length > 20)).toBe(true)
})

test('the comparison has seen the whole contract', () => {
  const ownCalls = differences.filter(
    difference => difference.endsWith(': not in the reference') && isWholeCall(difference),
  )
  expect(allCalls.length).toBeGreaterThanOrEqual(53)
  expect(seen.calls + ownCalls.length).toBeGreaterThanOrEqual(allCalls.length)
  expect(seen.answers).toBeGreaterThanOrEqual(90)
  expect(seen.fields).toBeGreaterThanOrEqual(1_000)
})

const isWholeCall = (difference: string): boolean => /^[A-Z]+ [^ ]+:/.test(difference)
