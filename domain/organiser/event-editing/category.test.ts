import { describe, expect, test } from 'vitest'
import type { CategoryRequest, EventRequest } from './event-request.ts'
import { aCategory, anEvent, draftOf, problemsOf } from '#tests/builders/event-requests.ts'

describe('who gets at a category', () => {
  const withCategory = (changes: CategoryRequest) => anEvent({}, { categories: [aCategory(changes)] })
  const category = (changes: CategoryRequest) => draftOf(withCategory(changes)).categories[0]

  test('everybody, unless stated', () => {
    expect(category({})).toMatchObject({ isRestricted: false, code: null, groupLink: null })
  })

  test('who has a token, the code of the category, or is in a group', () => {
    expect(category({ accessRestricted: true, accessCode: ' backstage ', groupLink: { group: 'Crew' } })).toMatchObject(
      {
        isRestricted: true,
        code: 'BACKSTAGE',
        groupLink: { group: 'Crew', type: 'ONCE_PER_VALUE', matchType: 'FULL', maxAllocation: null },
      },
    )
  })

  test.each<[string, CategoryRequest, string]>([
    [
      'restricted without a number of tickets',
      { accessRestricted: true, maxTickets: 0 },
      'category-restricted-unbounded at tickets.categories[0].accessRestricted',
    ],
    [
      'with a code that is no address',
      { accessCode: 'a/b' },
      'category-code-malformed at tickets.categories[0].accessCode',
    ],
    [
      'limited to so many each, without saying how many',
      { groupLink: { groupId: 7, type: 'LIMITED_QUANTITY' } },
      'group-link-unreadable at tickets.categories[0].groupLink',
    ],
    [
      'once each, and saying how many',
      { groupLink: { groupId: 7, maxAllocation: 2 } },
      'group-link-unreadable at tickets.categories[0].groupLink',
    ],
  ])('is refused %s', (_, changes, problem) => {
    expect(problemsOf(withCategory(changes))).toEqual([problem])
  })

  test.each<[string, EventRequest, string]>([
    [
      'with the code of another',
      anEvent(
        {},
        { categories: [aCategory({ accessCode: 'A' }), aCategory({ name: 'Other', accessCode: 'a', maxTickets: 5 })] },
      ),
      'category-code-repeated at tickets.categories',
    ],
  ])('is refused %s', (_, changes, problem) => {
    expect(problemsOf(changes)).toEqual([problem])
  })
})

describe('groups and texts', () => {
  test('members are kept in small letters, texts without blanks around them', () => {
    const draft = draftOf(
      anEvent({
        groups: [{ name: 'Crew', members: [' Ada@Example.org '] }],
        i18nOverride: { de: { 'show-event.by': ' von {0} ' } },
      }),
    )
    expect(draft.organizer.groups).toEqual([{ name: 'Crew', members: ['ada@example.org'] }])
    expect(draft.texts).toEqual([{ language: 'de', key: 'show-event.by', text: 'von {0}' }])
  })

  test.each<[string, EventRequest, string]>([
    ['a group without a name', { groups: [{ members: [] }] }, 'group-name-missing at groups[0].name'],
    [
      'two groups of one name',
      { groups: [{ name: 'Crew' }, { name: 'Crew' }] },
      'group-name-repeated at groups[1].name',
    ],
    [
      'a member twice',
      { groups: [{ name: 'Crew', members: ['a@example.org', 'A@example.org'] }] },
      'group-member-repeated at groups[0].members[1]',
    ],
    [
      'a member without an address',
      { groups: [{ name: 'Crew', members: ['ada'] }] },
      'group-member-unreadable at groups[0].members[0]',
    ],
    [
      'a text in a language that is not shipped',
      { i18nOverride: { xx: { 'show-event.by': 'x' } } },
      'language-unknown at i18nOverride.xx',
    ],
    [
      'an unknown text',
      { i18nOverride: { en: { 'show-event.bye': 'x' } } },
      'text-key-unknown at i18nOverride.en.show-event.bye',
    ],
  ])('are refused with %s', (_, changes, problem) => {
    expect(problemsOf(anEvent(changes))).toEqual([problem])
  })
})
