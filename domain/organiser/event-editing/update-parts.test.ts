import { describe, expect, test } from 'vitest'
import type { EventDraft } from './event-draft.ts'
import {
  moment,
  aCategory,
  anEvent,
  aService,
  aCode,
  hidden,
  anAccess,
  aRule,
  draftOf,
  problemsOf,
} from '#tests/builders/event-requests.ts'

describe('an update of extras, codes and discounts', () => {
  const stored: EventDraft = (() => {
    const draft = draftOf(
      anEvent(
        { additionalServices: [aService({ availableQuantity: 5 })], discounts: [aRule()], groupLink: { groupId: 3 } },
        {
          categories: [aCategory({ accessCode: 'LINK' }), hidden],
          promoCodes: [aCode({ maxUsage: 5, validTo: '2027-03-01T00:00' }), anAccess()],
        },
      ),
    )
    return {
      ...draft,
      categories: draft.categories.map((category, index) => ({ ...category, id: index + 7 })),
      services: draft.services.map(service => ({ ...service, id: 1 })),
      promoCodes: draft.promoCodes.map((code, index) => ({
        ...code,
        id: index + 1,
        effect: code.effect.codeType === 'ACCESS' ? { ...code.effect, hiddenCategory: 8 } : code.effect,
      })),
      discounts: draft.discounts.map(rule => ({ ...rule, id: 1 })),
    }
  })()

  test('that says nothing changes nothing', () => {
    expect(draftOf({}, stored)).toEqual(stored)
    expect(
      draftOf({ additionalServices: null, discounts: null, groupLink: null, tickets: { promoCodes: null } }, stored),
    ).toEqual(stored)
  })

  test('keeps of an extra and of a code what is not stated', () => {
    const request = { name: 'TenOff10', maxUsage: 9 }
    const draft = draftOf(
      {
        additionalServices: [{ title: [{ lang: 'en', body: 'Booklet' }], price: 12 }],
        tickets: { promoCodes: [request] },
      },
      stored,
    )
    expect(draft.services).toEqual([
      { ...stored.services[0], charge: { policy: 'OPTIONAL_MAX_AMOUNT_PER_TICKET', price: 1200n, maxQtyPerOrder: 1 } },
    ])
    expect(draft.promoCodes).toEqual([{ ...stored.promoCodes[0], maxUsage: 9 }])
  })

  test('finds categories that are stored by their ids, new ones by their names', () => {
    const promoCodes = [aCode({ categories: ['Conference', 'New'] })]
    const draft = draftOf({ tickets: { categories: [aCategory({ name: 'New', maxTickets: 5 })], promoCodes } }, stored)
    expect(draft.promoCodes[0]?.effect).toMatchObject({ categories: [7, 'New'] })
  })

  test('takes away a link, a code of a category and a restriction only when it says so', () => {
    const draft = draftOf(
      {
        groupLink: {},
        tickets: {
          categories: [
            { name: 'Conference', accessCode: '' },
            { name: 'Backstage', accessRestricted: false },
          ],
          promoCodes: [],
        },
      },
      stored,
    )
    expect(draft.groupLink).toBeNull()
    expect(draft.categories.map(({ code, isRestricted }) => [code, isRestricted])).toEqual([
      [null, false],
      [null, false],
    ])
  })

  test('cannot open a category that a code still opens', () => {
    const categories = [{ name: 'Backstage', accessRestricted: false }]
    expect(problemsOf({ tickets: { categories } }, stored)).toEqual(['code-hidden-category-open at tickets.promoCodes'])
  })

  test('sells extras as long as the event lasts, also when it moves', () => {
    const categories = [
      { name: 'Conference', endSellingDate: '2027-04-01T00:00' },
      { name: 'Backstage', endSellingDate: '2027-04-01T00:00' },
    ]
    const moved = { startDate: '2027-04-10T09:00', endDate: '2027-04-10T17:00', tickets: { categories } }
    expect(draftOf(moved, stored).services[0]?.onSale.end).toBe(moment('2027-04-10T17:00'))
  })
})
