import type { LocalizedTexts } from '#domain/foundation/language/texts.ts'
import type { EventDraft } from '#domain/organiser/event-editing/event-draft.ts'
import type { PassDraft } from '#domain/organiser/pass-editing/pass-draft.ts'

/** The texts that a language of the event lacks while another language has them, by the paths of their members. */
export type MissingTexts = { readonly language: string; readonly members: string[] }

/** What is missing in each language of an event; languages that lack nothing are left out. */
export const missingTexts = (draft: EventDraft): MissingTexts[] => missingOf(draft, textsOf(draft))

/** The same of a pass; its title and its description are in each of its languages. */
export const missingTextsOfPass = (draft: PassDraft): MissingTexts[] =>
  missingOf(draft, [
    ['shortDescription', draft.shortDescription],
    ['withdrawal.reason', draft.withdrawal.kind === 'none' ? draft.withdrawal.reason : {}],
    ...textsOfQuestions(draft),
  ])

type MemberTexts = readonly [member: string, texts: LocalizedTexts]

function missingOf({ languages }: Pick<EventDraft, 'languages'>, all: readonly MemberTexts[]): MissingTexts[] {
  const texts = all.filter(([, each]) => Object.keys(each).length > 0)
  return languages.flatMap(language => {
    const members = texts.flatMap(([member, each]) => (each[language] === undefined ? [member] : []))
    return members.length === 0 ? [] : [{ language, members }]
  })
}

const textsOfQuestions = ({ fields }: Pick<EventDraft, 'fields'>): MemberTexts[] =>
  fields.flatMap(({ label, placeholder, options }, index) => [
    [`additionalInfo[${index}].label`, label] as const,
    [`additionalInfo[${index}].placeholder`, placeholder] as const,
    ...options.map(({ labels }, at) => [`additionalInfo[${index}].restrictedValues[${at}]`, labels] as const),
  ])

function textsOf(draft: EventDraft): MemberTexts[] {
  const { facts } = draft
  return [
    ['description', draft.description],
    ['shortDescription', draft.shortDescription],
    ...draft.categories.map(({ id, description }) => [`tickets.categories[${id}].description`, description] as const),
    ...draft.services.flatMap(({ title, description }, index) => [
      [`additionalServices[${index}].title`, title] as const,
      [`additionalServices[${index}].description`, description] as const,
    ]),
    ...draft.discounts.map(({ message }, index) => [`discounts[${index}].message`, message] as const),
    ...textsOfQuestions(draft),
    ...draft.polls.flatMap(({ title, description, options }, index) => [
      [`polls[${index}].title`, title] as const,
      [`polls[${index}].description`, description] as const,
      ...options.map((option, at) => [`polls[${index}].options[${at}]`, option.title] as const),
    ]),
    ['facts.refunds', facts.refunds?.text ?? {}],
    ['facts.accessibility', facts.accessibility],
    ['facts.bring', facts.bring],
  ]
}
