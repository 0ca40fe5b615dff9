import { describe, expect, test } from 'vitest'
import { instant } from '#domain/foundation/instant.ts'
import type { Language } from '#domain/foundation/language/texts.ts'
import { decodePass } from './decode-pass.ts'
import { judgePassChange, type LinkRequest, readLinks } from './judge-pass.ts'
import type { PassDraft, PassRequest } from './pass-draft.ts'

const at = (local: string) => instant(Date.parse(`${local}Z`))

const context = {
  now: instant(Date.UTC(2027, 0, 10, 12)),
  mayOnlyAnnounce: false,
  isTextKey: (key: string) => key === 'show-event.by',
  languages: ['en', 'de'] as unknown as Language[],
  isCurrency: (code: string) => ['CHF', 'JPY'].includes(code),
  isTimeZone: (zone: string) => zone === 'Europe/Zurich',
  instantOf: (local: string) => (Number.isNaN(Date.parse(`${local}Z`)) ? undefined : at(local)),
  isSkipped: (local: string) => local.startsWith('2027-03-28T02:'),
}

const english = (body: string) => [{ lang: 'en', body }]

const aPass = (changes: PassRequest = {}): PassRequest => ({
  usageType: 'UNLIMITED',
  termType: 'standard',
  term: { timeUnit: 'MONTHS', units: 6 },
  title: english('Season pass'),
  description: english('Every concert.'),
  onSaleFrom: '2027-01-01T00:00',
  price: 120,
  taxPolicy: 'INCLUDED',
  taxPercentage: 8.1,
  currencyCode: 'chf',
  termsAndConditionsUrl: 'https://club.example/terms',
  timezone: 'Europe/Zurich',
  paymentMethods: ['OFFLINE'],
  ...changes,
})

function draftOf(request: PassRequest, stored: PassDraft | null = null): PassDraft {
  const outcome = decodePass(request, stored, context)
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problems))
  return outcome.value
}

function problemsOf(request: PassRequest, stored: PassDraft | null = null): string[] {
  const outcome = decodePass(request, stored, context)
  return outcome.ok ? [] : outcome.problems.map(({ code, field }) => `${code} at ${field}`)
}

describe('a new pass', () => {
  test('is read with its defaults', () => {
    expect(draftOf(aPass())).toEqual({
      timeZone: 'Europe/Zurich',
      usage: { kind: 'UNLIMITED', maxEntries: null },
      validity: { kind: 'STANDARD', units: 6, unit: 'MONTHS' },
      languages: ['en'],
      title: { en: 'Season pass' },
      description: { en: 'Every concert.' },
      shortDescription: {},
      termsUrl: 'https://club.example/terms',
      privacyUrl: null,
      websiteUrl: null,
      tags: [],
      currency: 'CHF',
      tax: { status: 'INCLUDED', percentage: 81_000n },
      onSale: { start: at('2027-01-01T00:00'), end: null },
      paymentProxies: ['OFFLINE'],
      price: 12_000n,
      maxAvailable: null,
      withdrawal: { kind: 'possible', days: 14, afterUse: 'PRO_RATA' },
      status: 'DRAFT',
      isTransferable: true,
      generatesTickets: false,
      fields: [],
      settings: [],
      texts: [],
    })
  })

  test('returns all that is missing at once, in the order in which other shops check it', () => {
    expect(problemsOf({})).toEqual([
      'time-zone-unknown at timezone',
      'usage-unknown at usageType',
      'term-missing at term',
      'title-missing at title',
      'description-missing at description',
      'terms-url-missing at termsAndConditionsUrl',
      'currency-missing at currencyCode',
      'tax-policy-unknown at taxPolicy',
      'sale-start-missing at onSaleFrom',
      'payment-method-missing at paymentMethods',
    ])
  })

  test('that is free needs no way to pay', () => {
    expect(draftOf(aPass({ price: 0, paymentMethods: [], taxPolicy: 'NONE' }))).toMatchObject({
      price: 0n,
      paymentProxies: [],
      tax: { status: 'NONE' },
    })
  })

  test('has tags, each once and in one line, and keeps them until others are stated', () => {
    const draft = draftOf(aPass({ tags: [' music ', 'open\nair', 'music'] }))
    expect(draft.tags).toEqual(['music', 'open air'])
    expect(problemsOf(aPass({ tags: ['music', ' '] }))).toEqual(['tag-blank at tags'])
  })

  test.each<[string, PassRequest, Partial<PassDraft>]>([
    [
      'so many entries, without end',
      { termType: 'numEntries', term: { numEntries: 10 } },
      { validity: { kind: 'NOT_SET' }, usage: { kind: 'UNLIMITED', maxEntries: 10 } },
    ],
    [
      'everything, without end',
      { termType: 'numEntries', term: { numEntries: -1 } },
      { validity: { kind: 'NOT_SET' }, usage: { kind: 'UNLIMITED', maxEntries: null } },
    ],
    [
      'so many entries in some months',
      { maxEntries: 10 },
      { validity: { kind: 'STANDARD', units: 6, unit: 'MONTHS' }, usage: { kind: 'UNLIMITED', maxEntries: 10 } },
    ],
    [
      'until a day',
      { termType: 'custom', term: { validityTo: '2027-12-31T23:59' } },
      { validity: { kind: 'CUSTOM', from: null, to: at('2027-12-31T23:59') } },
    ],
  ])('can be good for %s', (_, changes, expected) => {
    expect(draftOf(aPass(changes))).toMatchObject(expected)
  })

  test.each<[string, PassRequest, string]>([
    ['no kind of term', { termType: null }, 'term-type-unknown at termType'],
    ['no unit', { term: { units: 6 } }, 'term-units-unreadable at term'],
    ['too long a term', { term: { timeUnit: 'YEARS', units: 101 } }, 'term-units-unreadable at term'],
    ['no entries', { termType: 'numEntries', term: {} }, 'term-entries-unreadable at term.numEntries'],
    ['neither begin nor end', { termType: 'custom', term: {} }, 'term-dates-missing at term'],
    [
      'an end before the begin',
      { termType: 'custom', term: { validityFrom: '2027-02-01T00:00', validityTo: '2027-01-01T00:00' } },
      'term-dates-order at term.validityTo',
    ],
    [
      'a begin that is no date',
      { termType: 'custom', term: { validityFrom: 'soon' } },
      'date-unreadable at term.validityFrom',
    ],
    ['0 entries', { maxEntries: 0 }, 'entries-unreadable at maxEntries'],
    [
      'two numbers of entries',
      { termType: 'numEntries', term: { numEntries: 10 }, maxEntries: 12 },
      'entries-twice at maxEntries',
    ],
    ['a blank title', { title: english(' ') }, 'title-missing at title'],
    ['a title like a book', { title: english('x'.repeat(256)) }, 'title-too-long at title'],
    ['no text', { description: [] }, 'description-missing at description'],
    ['an unknown language', { description: [{ lang: 'xx', body: 'x' }] }, 'language-unknown at description'],
    [
      'a title and a text in different languages',
      { description: [{ lang: 'de', body: 'Alles' }] },
      'languages-differ at title',
    ],
    [
      'terms that are a script',
      { termsAndConditionsUrl: 'javascript:x' },
      'terms-url-unreadable at termsAndConditionsUrl',
    ],
    ['an image that is a file', { imageUrl: 'file:///etc/passwd' }, 'image-url-unreadable at imageUrl'],
    ['play money', { currencyCode: 'XXX' }, 'currency-unknown at currencyCode'],
    ['an exemption for everybody', { taxPolicy: 'INCLUDED_EXEMPT' }, 'tax-policy-unknown at taxPolicy'],
    ['tax of 101 %', { taxPercentage: 101 }, 'tax-unreadable at taxPercentage'],
    ['tax of nothing', { taxPercentage: null }, 'tax-unreadable at taxPercentage'],
    ['a sale that ends before it begins', { onSaleTo: '2026-12-31T00:00' }, 'sale-order at onSaleTo'],
    ['only a desk to pay at', { paymentMethods: ['ON_SITE'] }, 'payment-method-missing at paymentMethods'],
    ['a price below nothing', { price: -1 }, 'price-unreadable at price'],
    ['fewer than none', { maxAvailable: -2 }, 'maximum-unreadable at maxAvailable'],
    ['neither days nor a reason', { withdrawal: {} }, 'withdrawal-unreadable at withdrawal'],
    ['days and a reason', { withdrawal: { days: 14, reason: english('No') } }, 'withdrawal-unreadable at withdrawal'],
    ['days without end', { withdrawal: { days: 366 } }, 'withdrawal-unreadable at withdrawal'],
    ['a blank reason', { withdrawal: { reason: english(' ') } }, 'withdrawal-reason-missing at withdrawal.reason'],
    [
      'a question to a category',
      { additionalInfo: [{ name: 'seat', type: 'GENERIC_TEXT', label: english('Seat'), categories: ['Stalls'] }] },
      'category-unknown at additionalInfo[0].categories',
    ],
    ['an unknown text', { i18nOverride: { en: { 'no.such': 'x' } } }, 'text-key-unknown at i18nOverride.en.no.such'],
  ])('with %s is refused', (_, changes, expected) => {
    expect(problemsOf(aPass(changes))).toEqual([expected])
  })
})

describe('an update', () => {
  const stored = draftOf(
    aPass({
      isPublic: true,
      maxAvailable: 5,
      maxEntries: 3,
      onSaleTo: '2027-06-01T00:00',
      withdrawal: { reason: english('Dated leisure.') },
      additionalInfo: [{ name: 'size', type: 'GENERIC_TEXT', label: english('Size') }],
    }),
  )

  test('that says nothing changes nothing', () => {
    expect(draftOf({}, stored)).toEqual(stored)
  })

  test('lifts limits by -1 and takes an end away by a blank', () => {
    expect(draftOf({ maxAvailable: -1, maxEntries: -1, onSaleTo: '' }, stored)).toMatchObject({
      maxAvailable: null,
      usage: { maxEntries: null },
      onSale: { end: null },
    })
  })

  test('with another term keeps the number of entries, unless the term says one', () => {
    const year = { termType: 'standard', term: { timeUnit: 'YEARS', units: 1 } } as const
    expect(draftOf(year, stored).usage.maxEntries).toBe(3)
    expect(draftOf({ termType: 'numEntries', term: { numEntries: 4 } }, stored).usage.maxEntries).toBe(4)
  })

  test('says a price in a new currency', () => {
    expect(problemsOf({ currencyCode: 'JPY' }, stored)).toEqual(['price-missing at price'])
    expect(draftOf({ currencyCode: 'JPY', price: 900 }, stored).price).toBe(900n)
  })

  test('puts a pass back on sale only where it says so', () => {
    const disabled = { ...stored, status: 'DISABLED' as const }
    expect(draftOf({}, disabled).status).toBe('DISABLED')
    expect(draftOf({ isPublic: true }, disabled).status).toBe('PUBLIC')
  })

  const judged = (next: PassDraft, sales: { taken: number; hasOrders: boolean }) => {
    const outcome = judgePassChange(stored, next, sales)
    return outcome.ok ? [] : outcome.problems
  }

  test('leaves as many as are taken', () => {
    const fewer = { ...stored, maxAvailable: 2 }
    expect(judged(fewer, { taken: 2, hasOrders: true })).toEqual([])
    expect(judged(fewer, { taken: 3, hasOrders: true })).toEqual([
      { code: 'passes-sold', field: 'maxAvailable', args: [3] },
    ])
    expect(judged({ ...stored, maxAvailable: null }, { taken: 3, hasOrders: true })).toEqual([])
  })

  test('changes the currency until the first order', () => {
    const yen = draftOf({ currencyCode: 'JPY', price: 900 }, stored)
    expect(judged(yen, { taken: 0, hasOrders: false })).toEqual([])
    expect(judged(yen, { taken: 0, hasOrders: true })).toMatchObject([{ code: 'currency-fixed', args: ['CHF'] }])
  })
})

describe('links', () => {
  const aLink = (changes: Partial<LinkRequest> = {}): LinkRequest => ({
    name: 'concert',
    field: 'events[0].slug',
    found: { eventId: 1, passId: 9 },
    categories: [],
    ofEvent: [{ id: 5, name: 'Stalls' }],
    ...changes,
  })
  const read = (...requested: LinkRequest[]) => {
    const outcome = readLinks(requested, 'event')
    return outcome.ok ? outcome.value : outcome.problems.map(({ code }) => code)
  }

  test('name categories by id or name, each once', () => {
    expect(read(aLink({ categories: [5, 'Stalls'] }))).toEqual([{ eventId: 1, passId: 9, categories: [5] }])
  })

  test.each<[string, Partial<LinkRequest>, string]>([
    ['an unknown event', { found: undefined }, 'link-event-unknown'],
    ['a category of another event', { categories: [6] }, 'link-category-unknown'],
  ])('with %s are refused', (_, changes, code) => {
    expect(read(aLink(changes))).toEqual([code])
  })

  test('that name an event twice count once', () => {
    expect(read(aLink(), aLink())).toEqual([{ eventId: 1, passId: 9, categories: [] }])
  })
})
