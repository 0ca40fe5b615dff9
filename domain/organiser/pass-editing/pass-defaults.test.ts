import { describe, expect, test } from 'vitest'
import { instant } from '#domain/foundation/instant.ts'
import { type PassProposals, withPassDefaults } from './pass-defaults.ts'

const proposals: PassProposals = {
  now: instant(Date.parse('2026-11-26T12:34:56Z')),
  timeZone: { value: 'Europe/Zurich', from: 'ORGANIZATION' },
  currency: { value: 'CHF', from: 'ORGANIZATION' },
  paymentMethods: { value: ['OFFLINE'], from: 'ORGANIZATION' },
  terms: { value: 'https://alpine.example/terms', from: 'ORGANIZATION' },
}

describe('a new pass', () => {
  test('has what its organiser states, and a default for the rest, which says where it comes from', () => {
    const { request, defaults } = withPassDefaults({ price: 90, currencyCode: 'EUR' }, proposals)
    expect(request).toEqual({
      price: 90,
      currencyCode: 'EUR',
      timezone: 'Europe/Zurich',
      onSaleFrom: '2026-11-26T13:34',
      usageType: 'ONCE_PER_EVENT',
      taxPolicy: 'NONE',
      paymentMethods: ['OFFLINE'],
      termsAndConditionsUrl: 'https://alpine.example/terms',
    })
    expect(defaults.map(({ member, from }) => [member, from])).toEqual([
      ['timezone', 'ORGANIZATION'],
      ['onSaleFrom', 'FOYER'],
      ['usageType', 'FOYER'],
      ['taxPolicy', 'FOYER'],
      ['paymentMethods', 'ORGANIZATION'],
      ['termsAndConditionsUrl', 'ORGANIZATION'],
    ])
  })

  test('has no terms where its organisation has none, and no begin of sale in a zone that there is not', () => {
    const { request } = withPassDefaults({ timezone: 'Nowhere/Here' }, { ...proposals, terms: null })
    expect(request).toMatchObject({ termsAndConditionsUrl: null, onSaleFrom: null })
  })
})
