import { describe, expect, test } from 'vitest'
import type { StoredOverride } from './override-store.ts'
import { merged, presentOwnTexts, textsOf } from './overrides.ts'
import { loadTexts } from './texts.ts'
import { anEvent } from '#tests/builders/offer.ts'

const stated = (level: StoredOverride['level'], language: string, key: string, value: string): StoredOverride => ({
  level,
  language,
  key,
  value,
})

describe('the words of an event', () => {
  test('are those of the most specific level, whatever order they are stored in', () => {
    const ownTexts = [
      stated('context', 'en', 'show-event.by', 'hosted by {0}'),
      stated('system', 'en', 'show-event.by', 'from {0}'),
      stated('organization', 'en', 'show-event.by', 'with {0}'),
    ]
    for (const order of [ownTexts, ownTexts.toReversed()]) {
      expect(merged(order).get('en')?.['show-event.by']).toBe('hosted by {0}')
    }
    expect(merged(ownTexts.slice(1)).get('en')?.['show-event.by']).toBe('with {0}')
  })

  test('are kept apart by language, and a blank one says nothing', () => {
    const ownTexts = merged([
      stated('organization', 'de', 'show-event.by', 'mit {0}'),
      stated('context', 'de', 'show-event.by', '  '),
      stated('context', 'fr', 'show-event.by', 'avec {0}'),
    ])
    expect(ownTexts.get('de')?.['show-event.by']).toBe('mit {0}')
    expect(ownTexts.get('fr')?.['show-event.by']).toBe('avec {0}')
    expect(ownTexts.has('en')).toBe(false)
  })

  test('may have a key that every object has', () => {
    const ownTexts = merged([stated('context', 'en', 'constructor', 'built')])
    expect(ownTexts.get('en')?.['constructor']).toBe('built')
    expect(ownTexts.get('en')?.['toString']).toBeUndefined()
  })

  test('are sent to clients in the languages of the event, without those of mails, placeholders doubled', () => {
    const [english] = anEvent().languages
    const statedTexts = merged([
      stated('context', String(english), 'show-event.by', 'hosted by {0}'),
      stated('context', String(english), 'foyer.mail.greeting', 'Hey {0}'),
      stated('context', 'xx', 'show-event.by', 'xx {0}'),
    ])
    expect(presentOwnTexts({ context: anEvent(), ownTexts: { stated: statedTexts, all: statedTexts } })).toEqual({
      [String(english)]: { 'show-event.by': 'hosted by {{0}}' },
    })
  })

  test('replace the texts that the server makes; what they leave out is unchanged', () => {
    const ownTexts = merged([stated('context', 'en', 'common.vat', 'sales tax')])
    const shipped = loadTexts()
    const texts = textsOf({ ownTexts: { stated: ownTexts, all: ownTexts } }, shipped)
    expect(texts.text('en', 'common.vat')).toBe('sales tax')
    expect(texts.text('de', 'common.vat')).toBe(shipped.text('de', 'common.vat'))
    expect(texts.text('en', 'show-event.continue')).toBe(shipped.text('en', 'show-event.continue'))
    expect(texts.bundle('en')).toMatchObject({ 'common.vat': 'sales tax' })
    expect(shipped.text('en', 'common.vat')).not.toBe('sales tax')
  })
})
