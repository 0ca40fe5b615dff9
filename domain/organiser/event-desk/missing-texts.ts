import type { LocalizedTexts } from '#domain/foundation/language/texts.ts'
import type { EventDraft } from '#domain/organiser/event-editing/event-draft.ts'

/** The texts that a language of the event lacks while another language has them, by the paths of their members. */
export type MissingTexts = { readonly language: string; readonly members: string[] }

/** What is missing in each language of an event; languages that lack nothing are left out. */
export function missingTexts(draft: EventDraft): MissingTexts[] {
  const texts = textsOf(draft).filter(([, each]) => Object.keys(each).length > 0)
  return draft.languages.flatMap(language => {
    const members = texts.flatMap(([member, each]) => (each[language] === undefined ? [member] : []))
    return members.length === 0 ? [] : [{ language, members }]
  })
}

function textsOf(draft: EventDraft): (readonly [member: string, texts: LocalizedTexts])[] {
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
    ...draft.fields.flatMap(({ label, placeholder, options }, index) => [
      [`additionalInfo[${index}].label`, label] as const,
      [`additionalInfo[${index}].placeholder`, placeholder] as const,
      ...options.map(({ labels }, at) => [`additionalInfo[${index}].restrictedValues[${at}]`, labels] as const),
    ]),
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
