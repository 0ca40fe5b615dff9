import { readFileSync } from 'node:fs'
import type { Language } from '#domain/foundation/language/texts.ts'
import { PLACEHOLDER, type TextArgument, fill } from '#domain/foundation/text/text.ts'
import { ENGLISH, shippedLanguages } from './languages.ts'

/** All texts of one language by key. */
export type TextsByKey = Readonly<Record<string, string>>

/** Texts in place of the shop's own: language to key to text, placeholders written {0} as in the translations. */
export type TextOverrides = ReadonlyMap<string, TextsByKey>

export type Texts = {
  /**
   * The text of a key with its placeholders {0}, {1} filled. A key the language lacks is looked up in English; a key
   * found nowhere is its own text. Arguments are put in as they are: where the text becomes HTML, the caller escapes
   * them.
   */
  text(language: string, key: string, ...args: readonly TextArgument[]): string
  /**
   * All texts of a language as clients get them: complete (English where one is missing), placeholders as {{0}},
   * without the keys of the administration. An unknown language is answered in English (shop contract, /i18n/bundle).
   */
  bundle(language: string): TextsByKey
  /** The same with what only organisers read at the desk. */
  deskBundle(language: string): TextsByKey
  /** What the page of a door says, and no more: it is loaded where the network is weak. */
  doorBundle(language: string): TextsByKey
  /** All texts of a language as they are shipped, complete, with placeholders as {0}, in the order of their keys. */
  shipped(language: string): TextsByKey
  /**
   * The same texts where `overrides` say nothing else. English ones don't fill the gaps of
   * other languages.
   */
  overridden(overrides: TextOverrides): Texts
}

/** The shipped translations, read from their files once in a process. */
export function loadTexts(): Texts {
  return (loaded ??= textsFrom(new Map(shippedLanguages.map(language => [language, readTexts(language)]))))
}

let loaded: Texts | undefined

/** Texts out of `translations`, placeholders written {0} as in the files; English must be among them. */
export function textsFrom(translations: ReadonlyMap<Language, TextsByKey>): Texts {
  const base = translations.get(ENGLISH)
  if (base === undefined) throw new Error('no English texts')
  const complete = ([language, texts]: [string, TextsByKey]) =>
    [language, new Map(Object.entries({ ...base, ...texts }))] as const
  const languages = new Map([...translations].map(complete))
  const english = new Map(Object.entries(base))
  const bundles = new Map<string, TextsByKey>()

  const template = (language: string, key: string) => (languages.get(language) ?? english).get(key) ?? key
  const bundle = (asked: string, readers: Readers) => {
    const language = languages.has(asked) ? asked : ENGLISH
    const name = `${readers} ${language}`
    const made = bundles.get(name) ?? forBrowsers(all(language), readers)
    bundles.set(name, made)
    return made
  }
  const all = (language: string) => Object.fromEntries(languages.get(language) ?? english)
  return textsOver({ all, template, bundle }, NOTHING)
}

const NOTHING: TextOverrides = new Map()

/** Who gets a bundle: those who buy, those who work at the desk, or a device at a door. */
type Readers = 'visitors' | 'members' | 'doors'

type Shipped = {
  all(language: string): TextsByKey
  template(language: string, key: string): string
  bundle(language: string, readers: Readers): TextsByKey
}

function textsOver(shipped: Shipped, overrides: TextOverrides): Texts {
  const bundleFor = (language: string, readers: Readers): TextsByKey => {
    const own = overrides.get(language)
    const bundle = shipped.bundle(language, readers)
    return own ? { ...bundle, ...forBrowsers(own, readers) } : bundle
  }
  return {
    text: (language, key, ...args) =>
      fill(overrides.get(language)?.[key] ?? shipped.template(language, key), args, PLACEHOLDER),
    bundle: language => bundleFor(language, 'visitors'),
    deskBundle: language => bundleFor(language, 'members'),
    doorBundle: language => bundleFor(language, 'doors'),
    shipped: shipped.all,
    overridden: more => textsOver(shipped, more),
  }
}

function readTexts(language: Language): TextsByKey {
  const file = new URL(`../../../translations/${language}.json`, import.meta.url)
  return decodeTexts(JSON.parse(readFileSync(file, 'utf8')), file.pathname)
}

function decodeTexts(json: unknown, source: string): TextsByKey {
  if (typeof json !== 'object' || json === null) throw new Error(`${source}: not a map of texts`)
  const texts: Record<string, string> = {}
  for (const [key, text] of Object.entries(json)) {
    if (typeof text !== 'string') throw new Error(`${source}: ${key} is not a text`)
    texts[key] = text
  }
  return texts
}

/** The administration's, and what only our own mails, tickets, passes and calendars say. */
const NOT_FOR_BROWSERS = [
  'admin.',
  'foyer.leave-waiting-list.',
  'foyer.mail.',
  'foyer.mail-domain.',
  'foyer.setting.',
  'foyer.setting-choice.',
  'foyer.setting-group.',
  'foyer.pass-calendar.',
  'foyer.pass-pdf.',
  'foyer.ticket-pdf.',
]

/** What only organisers read; other clients of the wire have no page that shows it. */
const FOR_THE_DESK = ['foyer.box.', 'foyer.desk.', 'foyer.door', 'foyer.setting.', 'foyer.sponsor']

/** Of the page of a door with its box office, that of a sponsor, and of the frame around it. */
const AT_THE_DOOR = [
  'foyer.door',
  'foyer.box.',
  'foyer.sponsor',
  'error.STEP_2_PAYMENT_REQUEST_CREATION',
  'error.generic',
  'foyer.error.',
  'foyer.optional',
  'foyer.quantity.',
  'foyer.question.',
  'foyer.transfer.account',
  'foyer.transfer.reference',
  'invoice.payment-instruction-no-later-than',
  'invoice.payment-reason',
  'invoice.payment-to',
  'foyer.banner.',
  'foyer.broken.',
  'foyer.language.',
  'foyer.loading',
  'foyer.skip-to-content',
  'reservation-page-complete.language',
]

/** Texts as clients get them: those meant for them, placeholders as {{0}}. */
export function forBrowsers(texts: TextsByKey, readers: Readers = 'visitors'): TextsByKey {
  if (readers === 'doors') return forClients(texts, key => AT_THE_DOOR.some(prefix => key.startsWith(prefix)))
  const left = readers === 'members' ? NOT_FOR_BROWSERS : [...NOT_FOR_BROWSERS, ...FOR_THE_DESK]
  return forClients(texts, key => !left.some(prefix => key.startsWith(prefix)))
}

function forClients(texts: TextsByKey, isShown: (key: string) => boolean): TextsByKey {
  const shown = Object.entries(texts).filter(([key]) => isShown(key))
  return Object.fromEntries(shown.map(([key, text]) => [key, text.replace(PLACEHOLDER, '{{$1}}')]))
}

/** The text of a key in the reader's language, its placeholders filled in order. */
export type Say = (key: string, ...args: readonly (string | number)[]) => string

export function sayIn(texts: Pick<Texts, 'text'>, language: string): Say {
  return (key, ...args) => texts.text(language, key, ...args)
}
