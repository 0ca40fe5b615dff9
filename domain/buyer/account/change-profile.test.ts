import { describe, expect, test } from 'vitest'
import { NO_BILLING } from '#domain/order/reservation/billing.ts'
import { type ProfileChange, changedProfile, judgeProfile, rememberedProfile } from './account.ts'

const TERMS = { isAllowed: true, isForEverybody: false, isVatNumberRequired: false, isItalian: false }
const CHANGE: ProfileChange = { firstName: 'Ada', lastName: 'Rossi', billing: NO_BILLING, answers: new Map() }
const label = { en: 'Company' }
const KEPT = {
  billing: NO_BILLING,
  answers: { company: { label, values: ['Club'] }, diet: { label, values: ['none'] } },
}

describe('what a person states about themselves', () => {
  test('needs both names', () => {
    const { problems } = judgeProfile({ ...CHANGE, firstName: '', lastName: '' }, TERMS)
    expect(problems.map(({ code, field }) => [field, code])).toEqual([
      ['firstName', 'error.STEP_2_EMPTY_FIRSTNAME'],
      ['lastName', 'error.STEP_2_EMPTY_LASTNAME'],
    ])
  })

  test('has its address judged only when an invoice is asked for', () => {
    expect(judgeProfile({ ...CHANGE, billing: { ...NO_BILLING, city: 'Zurich' } }, TERMS).problems).toEqual([])
    const change = { ...CHANGE, billing: { ...NO_BILLING, isInvoiceRequested: true } }
    expect(judgeProfile(change, TERMS).problems.map(({ field }) => field)).toEqual([
      'billingAddressLine1',
      'billingAddressZip',
      'billingAddressCity',
      'vatCountryCode',
    ])
  })
})

describe('answers that are kept', () => {
  const changed = (answers: ProfileChange['answers']) =>
    changedProfile({ profile: KEPT }, { ...CHANGE, answers }).answers

  test('change by name, and stay where they are not named', () => {
    expect(changed(new Map([['company', 'Music club']]))).toEqual({
      company: { label, values: ['Music club'] },
      diet: KEPT.answers.diet,
    })
  })

  test('go one by one, or all at once', () => {
    expect(Object.keys(changed(new Map([['company', null]])))).toEqual(['diet'])
    expect(changed(new Map())).toEqual({})
  })

  test('of questions that were not asked are not taken', () => {
    expect(Object.keys(changed(new Map([['secret', 'x']])))).toEqual(['company', 'diet'])
  })

  test('of an order join those of before', () => {
    const answers = { diet: { label, values: ['vegan'] }, club: { label, values: ['A'] } }
    const billing = { ...NO_BILLING, city: 'Bern' }
    expect(rememberedProfile({ profile: KEPT }, { billing, answers })).toEqual({
      billing,
      answers: { ...KEPT.answers, ...answers },
    })
    expect(rememberedProfile({ profile: null }, { billing, answers })).toEqual({ billing, answers })
  })
})
