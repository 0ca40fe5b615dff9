import { expect, test } from 'vitest'
import { type Import, featureOf, shipped } from './source-imports.ts'

/** Letters are composed, addressed and queued in one way: server/mail/letter/send-letter.ts. */

const COMPOSERS = /^server\/([^/]+\/)+letters(\/[^/]+)?\.ts$/

/** Who takes a letter of another feature, or queues without it. */
function strayed(imports: readonly Import[]): Import[] {
  const readers = imports.filter(({ from, to }) => COMPOSERS.test(to) && !COMPOSERS.test(from))
  return readers.filter(({ from }) => {
    const own = imports.filter(edge => edge.from === from).map(({ to }) => to)
    return !own.includes('server/mail/letter/send-letter.ts') && !from.startsWith('server/operation/development/')
  })
}

test('code that composes a letter sends it with what send-letter.ts has', () => {
  const composing = shipped.filter(({ from, to }) => COMPOSERS.test(to) && featureOf(from) !== 'operation/development')
  expect(composing.length).toBeGreaterThan(12)
  expect(strayed(shipped.filter(({ from }) => !TYPES_ONLY.has(from)))).toEqual([])
})

/** They describe an order in the types of its letter. */
const TYPES_ONLY: ReadonlySet<string> = new Set(['server/order/order/describe-order.ts'])

test('a file that queues by itself is found', () => {
  const planted = [
    { from: 'server/ticket/poll/mail.ts', to: 'server/ticket/poll/letters/opened.ts' },
    { from: 'server/ticket/poll/mail.ts', to: 'server/mail/letter/queue.ts' },
    { from: 'server/ticket/poll/other.ts', to: 'server/ticket/poll/letters/opened.ts' },
    { from: 'server/ticket/poll/other.ts', to: 'server/mail/letter/send-letter.ts' },
  ]
  expect(strayed(planted)).toEqual([planted[0]])
})
