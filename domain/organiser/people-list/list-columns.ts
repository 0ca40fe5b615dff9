import { type AdditionalField } from '#domain/catalog/fields/field.ts'

/** What a column of a list of people is for; `none`: nothing. A question of the event has a role of its own. */
export const PERSON_ROLES = [
  'none',
  'first-name',
  'last-name',
  'email',
  'company',
  'category',
  'external-reference',
  'language',
] as const
export type PersonRole = (typeof PERSON_ROLES)[number]
export type ListRole = PersonRole | `answer:${string}`

export const roleOfAnswer = ({ name }: Pick<AdditionalField, 'name'>): ListRole => `answer:${name}`

/** Without these no person of a list can be written to. */
export const NEEDED_ROLES = ['first-name', 'last-name', 'email'] as const satisfies readonly PersonRole[]

/** Of heads in English, German, French and Italian, without accents, blanks and signs; the first that fits counts. */
const HEADS: readonly (readonly [PersonRole, RegExp])[] = [
  ['email', /mail|courriel|postaelettronica/],
  ['first-name', /^(?:vorname|rufname|firstname|givenname|forename|prenom|nome|primonome)s?/],
  ['last-name', /^(?:nachname|familienname|name$|lastname|surname|familyname|nom$|nomdefamille|cognome)/],
  ['company', /firma|company|organi[sz]ation|unternehmen|verein|entreprise|societe|azienda|ditta|societa/],
  [
    'category',
    /kategorie|category|categorie|categoria|ticketart|tickettype|ticketkategorie|billettkategorie|^typ[eo]?$/,
  ],
  [
    'external-reference',
    /referen[zc]|reference|riferimento|externalid|externenummer|kundennummer|mitgliedernummer|membernumber|^(?:nr|id|no|num(?:mer|ber|ero)?)$/,
  ],
  ['language', /sprache|language|langue|lingua|^lang$/],
]

const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** For each column what it seems to be for, by its head: a question by its name or label, each role once. */
export function guessListRoles(heads: readonly string[], questions: readonly AdditionalField[]): ListRole[] {
  const taken = new Set<ListRole>()
  return heads.map(head => {
    const word = folded(head)
    const role = word === '' ? 'none' : (questionOf(word, questions) ?? personRoleOf(word, taken))
    if (taken.has(role)) return 'none'
    if (role !== 'none') taken.add(role)
    return role
  })
}

function questionOf(word: string, questions: readonly AdditionalField[]): ListRole | undefined {
  const asked = questions.find(
    ({ name, label }) => folded(name) === word || Object.values(label).some(text => folded(text) === word),
  )
  return asked && roleOfAnswer(asked)
}

const personRoleOf = (word: string, taken: ReadonlySet<ListRole>): ListRole =>
  HEADS.find(([role, pattern]) => !taken.has(role) && pattern.test(word))?.[0] ?? 'none'

/** The role as it was sent, where it is one of this event; each counts once but `none`. */
export function readRole(text: string, questions: readonly AdditionalField[]): ListRole | undefined {
  return PERSON_ROLES.find(role => role === text) ?? questions.map(roleOfAnswer).find(role => role === text)
}
