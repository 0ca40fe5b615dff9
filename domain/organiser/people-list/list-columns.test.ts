import { expect, test } from 'vitest'
import type { AdditionalField, FieldId } from '#domain/catalog/fields/field.ts'
import { guessListRoles, readRole } from './list-columns.ts'

const MEAL: AdditionalField = {
  id: 1 as FieldId,
  name: 'meal',
  type: 'SELECT',
  isRequired: false,
  isEditable: true,
  minimum: null,
  maximum: null,
  options: [],
  label: { en: 'Which meal?', de: 'Welches Essen?' },
  placeholder: {},
  subject: { kind: 'attendee', categories: [] },
  isShownAtCheckIn: false,
  ordinal: 0,
}

test.each([
  [
    ['First name', 'Last name', 'Email address', 'Company', 'Ticket type', 'Reference', 'Language'],
    ['first-name', 'last-name', 'email', 'company', 'category', 'external-reference', 'language'],
  ],
  [
    ['Vorname', 'Name', 'E-Mail', 'Firma', 'Kategorie', 'Mitgliedernummer', 'Sprache'],
    ['first-name', 'last-name', 'email', 'company', 'category', 'external-reference', 'language'],
  ],
  [
    ['Prénom', 'Nom', 'Courriel', 'Société', 'Catégorie', 'Référence', 'Langue'],
    ['first-name', 'last-name', 'email', 'company', 'category', 'external-reference', 'language'],
  ],
  [
    ['Nome', 'Cognome', 'Posta elettronica', 'Azienda', 'Categoria', 'Riferimento', 'Lingua'],
    ['first-name', 'last-name', 'email', 'company', 'category', 'external-reference', 'language'],
  ],
])('heads %j are recognised', (heads, roles) => {
  expect(guessListRoles(heads, [])).toEqual(roles)
})

test('a question is recognised by its name and its labels, and each role is for one column', () => {
  expect(guessListRoles(['Welches Essen?', 'MEAL', 'E-Mail', 'Mail 2', '', 'Shoe size'], [MEAL])).toEqual([
    'answer:meal',
    'none',
    'email',
    'none',
    'none',
    'none',
  ])
})

test('a role is one of a person or of a question of the event', () => {
  expect([readRole('email', []), readRole('answer:meal', [MEAL]), readRole('answer:other', [MEAL])]).toEqual([
    'email',
    'answer:meal',
    undefined,
  ])
})
