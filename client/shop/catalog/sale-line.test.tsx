import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { LanguageContext } from '#client/language/language-context.ts'
import type { EventSale } from '#contract/listed-events.ts'
import { SaleLine } from './sale-line.tsx'

const T = Date.parse('2027-12-04T08:00:00Z')
const ON_SALE: EventSale = {
  state: 'ON_SALE',
  price: '30.00',
  hasFree: false,
  currency: 'CHF',
  saleStart: null,
  hasWaitingList: false,
}

const WORDS: Readonly<Record<string, string>> = {
  'common.free': 'Free',
  'foyer.list.from': 'From {{0}}',
  'foyer.order.free-or-from': 'Free, or from {{0}}',
  'foyer.list.starts': 'Sale starts {{0}}',
  'foyer.list.waiting-list': 'waiting list',
  'foyer.order.sold-out.title': 'Sold out',
  'foyer.order.all-reserved.title': 'All reserved',
  'foyer.order.ended.title': 'Sale has ended',
}

/** The words of the line as they are read, one part after the other. */
function shown(sale: EventSale | null): string {
  const language = {
    language: 'en',
    texts: WORDS,
    t: (key: string, ...args: readonly unknown[]) => (WORDS[key] ?? key).replace('{{0}}', String(args[0])),
    offered: [],
    choose: async () => true,
  }
  const html = renderToStaticMarkup(
    <LanguageContext value={language}>
      <SaleLine sale={sale} timeZone="Europe/Zurich" />
    </LanguageContext>,
  )
  return html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

test.each<[string, Partial<EventSale>]>([
  ['From CHF 30', {}],
  ['Free', { price: '0' }],
  ['Free', { price: '0', currency: null }],
  ['Free, or from CHF 30', { hasFree: true }],
  ['Sold out · waiting list', { state: 'SOLD_OUT', price: null, hasWaitingList: true }],
  ['Sold out', { state: 'SOLD_OUT', price: null }],
  ['From CHF 30 All reserved · waiting list', { state: 'ALL_RESERVED', hasWaitingList: true }],
  ['From CHF 30 Sale starts 4 December', { state: 'NOT_STARTED', saleStart: T }],
  ['Sale has ended', { state: 'ENDED', price: null }],
])('an event in a list says what a ticket costs and what keeps from buying one: %s', (words, changes) => {
  expect(shown({ ...ON_SALE, ...changes })).toBe(words)
})

test('an event whose tickets a code alone opens says nothing', () => expect(shown(null)).toBe(''))
