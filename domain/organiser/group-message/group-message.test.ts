import { describe, expect, test } from 'vitest'
import { languageFor, problemsOfTexts, withPlaceholders, writtenTexts } from './group-message.ts'

const LANGUAGES = ['en', 'de']
const text = (subject: string, body = 'Hello') => ({ subject, text: body })
const refused = (texts: Parameters<typeof problemsOfTexts>[0]) =>
  problemsOfTexts(texts, LANGUAGES).map(({ field, code }) => [field, code.replace('foyer.desk.message.refused.', '')])

describe('the texts of a message', () => {
  test('have a subject and a text in one language of the event at least', () => {
    expect(refused({ en: text('Doors') })).toEqual([])
    expect(refused({ en: text('Doors'), de: text(' ', ' ') })).toEqual([])
    expect(refused({})).toEqual([['texts.en.subject', 'empty']])
    expect(refused({ de: text('', 'Hallo') })).toEqual([['texts.de.subject', 'no-subject']])
    expect(refused({ de: text('Türen', '') })).toEqual([['texts.de.text', 'no-text']])
    expect(refused({ fr: text('Portes') })).toEqual([[undefined, 'language']])
    expect(refused({ en: text('x'.repeat(151), 'x'.repeat(10_001)) })).toEqual([
      ['texts.en.subject', 'long'],
      ['texts.en.text', 'long'],
    ])
  })

  test('name only placeholders that there are', () => {
    expect(refused({ en: text('{{event}}', 'Hello {{ first-name }}, {{ticket-link}}') })).toEqual([])
    expect(refused({ en: text('{{events}}', 'Hello {{}}') })).toEqual([
      ['texts.en.subject', 'placeholder'],
      ['texts.en.text', 'placeholder'],
    ])
  })

  test('are filled once: what a name contains is no placeholder', () => {
    const filled = withPlaceholders('{{first-name}} at {{ event }}{{', name =>
      name === 'event' ? 'Fair' : '{{place}}',
    )
    expect(filled).toBe('{{place}} at Fair{{')
  })

  test('reach a reader in their language, else in the first one of the event that is written', () => {
    const texts = writtenTexts({ de: text('Türen'), en: text('') })
    expect(['de', 'fr', 'en'].map(language => languageFor({ de: text('a') }, language, LANGUAGES))).toEqual([
      'de',
      'de',
      'de',
    ])
    expect(Object.keys(texts)).toEqual(['de', 'en'])
    expect(languageFor({}, 'de', LANGUAGES)).toBeUndefined()
  })
})
