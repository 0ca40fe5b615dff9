import type { SubscriptionRequest } from '#contract/subscription-file.ts'

/** A pass that can be created as it is, in 2027: CHF 120.00, six months. */
export const aPassFile = (changes: SubscriptionRequest = {}): SubscriptionRequest => ({
  usageType: 'UNLIMITED',
  termType: 'standard',
  term: { timeUnit: 'MONTHS', units: 6 },
  title: [
    { lang: 'en', body: 'Season pass' },
    { lang: 'it', body: 'Abbonamento' },
  ],
  description: [
    { lang: 'en', body: 'Every **concert** of the season.' },
    { lang: 'it', body: 'Tutti i concerti.' },
  ],
  onSaleFrom: '2027-01-01T00:00',
  price: 120,
  taxPolicy: 'INCLUDED',
  taxPercentage: 8.1,
  currencyCode: 'CHF',
  termsAndConditionsUrl: 'https://club.example/terms',
  timezone: 'Europe/Zurich',
  paymentMethods: ['OFFLINE'],
  ...changes,
})
