import { type Problem, problem } from '#domain/foundation/problem.ts'

/** Messages that members write to a chosen group of the people of an event: whom they are for, and what they may say. */

export const MESSAGE_RECIPIENTS = ['ATTENDEES', 'BUYERS'] as const

/** TICKET: practical, to all. NEWS: other news, which each reader may end. */
export const MESSAGE_PURPOSES = ['TICKET', 'NEWS'] as const
export type MessagePurpose = (typeof MESSAGE_PURPOSES)[number]

export const MESSAGE_STATUSES = ['PLANNED', 'SENDING', 'SENT', 'STOPPED'] as const

/** Those whose orders are good or awaited: who fills in a cart has bought nothing. */
export const MESSAGE_STATES = ['COMPLETE', 'AWAITED'] as const

export const TICKET_NAMES = ['NAMED', 'UNNAMED'] as const

/** What a text may say of its reader: written `{{first-name}}`. */
export const PLACEHOLDERS = [
  'first-name',
  'last-name',
  'event',
  'date',
  'place',
  'ticket-link',
  'event-link',
  'organiser',
] as const
export type Placeholder = (typeof PLACEHOLDERS)[number]

export type PlaceholderValues = Readonly<Record<Placeholder, string>>

export type MessageText = { readonly subject: string; readonly text: string }

/** By language. */
export type MessageTexts = Readonly<Record<string, MessageText>>

export const MAX_SUBJECT_LENGTH = 150
export const MAX_MESSAGE_LENGTH = 10_000

const WRITTEN = /\{\{([^{}]*)\}\}/g

const isPlaceholder = (name: string): name is Placeholder => PLACEHOLDERS.some(each => each === name)

/** The text with each placeholder replaced; one that is none stays as it is written. */
export function withPlaceholders(text: string, valueOf: (name: Placeholder) => string): string {
  return text.replaceAll(WRITTEN, (whole, written: string) => {
    const name = written.trim()
    return isPlaceholder(name) ? valueOf(name) : whole
  })
}

/** The first placeholder that is none; undefined where all are. */
function unknownPlaceholder(text: string): string | undefined {
  for (const [whole, written = ''] of text.matchAll(WRITTEN)) if (!isPlaceholder(written.trim())) return whole
  return undefined
}

/** Texts of which neither part is empty; blank ones count as not written. */
export function writtenTexts(texts: MessageTexts): MessageTexts {
  const trimmed = Object.entries(texts).map(
    ([language, { subject, text }]) => [language, { subject: subject.trim(), text: text.trim() }] as const,
  )
  return Object.fromEntries(trimmed.filter(([, { subject, text }]) => subject !== '' || text !== ''))
}

/** Why texts can't be sent; fields are `texts.<language>.<part>`. */
export function problemsOfTexts(texts: MessageTexts, languages: readonly string[]): readonly Problem[] {
  const written = Object.entries(writtenTexts(texts))
  if (written.length === 0) {
    return [problem('foyer.desk.message.refused.empty', { field: `texts.${languages[0] ?? ''}.subject` })]
  }
  return written.flatMap(([language, text]) =>
    languages.includes(language)
      ? problemsOfText(language, text)
      : [problem('foyer.desk.message.refused.language', { args: [language] })],
  )
}

const MISSING = {
  subject: 'foyer.desk.message.refused.no-subject',
  text: 'foyer.desk.message.refused.no-text',
} as const

function problemsOfText(language: string, { subject, text }: MessageText): Problem[] {
  const of = (part: keyof MessageText, content: string, most: number): Problem[] => {
    const field = `texts.${language}.${part}`
    const unknown = unknownPlaceholder(content)
    if (content === '') return [problem(MISSING[part], { field })]
    if (content.length > most) return [problem('foyer.desk.message.refused.long', { field, args: [most] })]
    return unknown === undefined
      ? []
      : [problem('foyer.desk.message.refused.placeholder', { field, args: [unknown.slice(0, 40)] })]
  }
  return [...of('subject', subject, MAX_SUBJECT_LENGTH), ...of('text', text, MAX_MESSAGE_LENGTH)]
}

/** The language whose text a reader gets: their own, else the first of the event that has a text. */
export function languageFor(texts: MessageTexts, language: string, languages: readonly string[]): string | undefined {
  if (texts[language] !== undefined) return language
  return languages.find(each => texts[each] !== undefined)
}
