import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

/**
 * The names other clients and organisers use, with the numbers of their arguments; `html` names the keys that may hold
 * markup. `withoutOrderId` names the texts that leave out the argument in which clients pass the whole id of an order, with
 * the arguments that stay: people repeat the message of the transfer instead (docs/rules/wire.md). Texts of our own, named
 * foyer.*, are held to the same rules with the English text as the measure.
 */
type Reference = {
  readonly lookedUpByClients: Readonly<Record<string, readonly number[]>>
  readonly serverSide: Readonly<Record<string, readonly number[]>>
  readonly html: readonly string[]
  readonly withoutOrderId: Readonly<Record<string, readonly number[]>>
  readonly mayBeEmpty: readonly string[]
}

type TextsByKey = Readonly<Record<string, string>>

const reference: Reference = read('reference-keys')
const referenceArguments = { ...reference.lookedUpByClients, ...reference.serverSide }
const expectedArguments = { ...referenceArguments, ...reference.withoutOrderId }
const languages = readdirSync(import.meta.dirname).flatMap(name => /^([a-z]{2})\.json$/.exec(name)?.[1] ?? [])
const english: TextsByKey = read('en')

test('the reference names as many keys as its document', () => {
  expect(Object.keys(reference.lookedUpByClients)).toHaveLength(390)
  expect(Object.keys(reference.serverSide)).toHaveLength(151)
  expect(Object.keys(referenceArguments)).toHaveLength(390 + 151)
  expect(Object.keys(referenceArguments)).toEqual(expect.arrayContaining(Object.keys(reference.withoutOrderId)))
})

test('English, German, French and Italian are there', () => {
  expect(languages.toSorted()).toEqual(['de', 'en', 'fr', 'it'])
})

describe.each(languages)('the texts in %s', language => {
  const texts: TextsByKey = read(language)
  const entries = Object.entries(texts)
  const wrong = (rule: (key: string, text: string) => boolean) => entries.filter(([key, text]) => !rule(key, text))

  test('have every key of the reference, with its arguments, save the whole id of an order', () => {
    const found = Object.keys(expectedArguments).map(key => [key, argumentsOf(texts[key] ?? 'missing {99}')])
    expect(Object.fromEntries(found)).toEqual(expectedArguments)
  })

  test('have the same keys as the English ones, in the same order', () => {
    expect(Object.keys(texts)).toEqual(Object.keys(english))
  })

  test('have the same arguments as the English ones', () => {
    expect(wrong((key, text) => same(argumentsOf(text), argumentsOf(english[key] ?? '')))).toEqual([])
  })

  test('are never empty, save the one that is meant to be', () => {
    expect(wrong((key, text) => text.trim() !== '' || reference.mayBeEmpty.includes(key))).toEqual([])
  })

  test('hold no brace that is no argument', () => {
    expect(wrong((_, text) => !/[{}]/.test(text.replace(/(?<!\{)\{\d\}(?!\})/g, '')))).toEqual([])
  })

  test('hold no doubled apostrophe or space, and no line break', () => {
    expect(wrong((_, text) => !/['’]{2}| {2}|[\r\n\t]/.test(text))).toEqual([])
  })

  test('are plain text, save those a client shows as HTML, which are well-formed', () => {
    const isPlain = (text: string) => !/[<>]|&\w+;/.test(text)
    const mayHoldMarkup = (key: string) => reference.html.includes(key)
    expect(wrong((key, text) => (mayHoldMarkup(key) ? isWellFormed(text) : isPlain(text)))).toEqual([])
  })

  test('carry the token the countdown puts the time in', () => {
    expect(texts['reservation-page.time-for-completion']?.split('##time##')).toHaveLength(2)
  })

  test.each(['singular', 'plural'])('name each %s unit of the countdown where a client looks for it', number => {
    const units = texts[`reservation-page.time-for-completion.labels.${number}`]?.split('|') ?? []
    expect(units.map(unit => unit !== '')).toEqual([
      false, true, true, true, true, true, true, true, false, false, false,
    ])
  })
})

test.each([
  ['plain', true],
  ['<strong>a</strong> and <a href="{0}">b</a><br>', true],
  ['<em><strong>a</strong></em>', true],
  ['<strong>a', false],
  ['a</em>', false],
  ['<strong><em>a</strong></em>', false],
  ['<script>a</script>', false],
  ['<a onclick="x">a</a>', false],
  ['a < b', false],
])('the markup of %j is well-formed: %j', (text, expected) => {
  expect(isWellFormed(text)).toBe(expected)
})

function read<Content>(name: string): Content {
  return JSON.parse(readFileSync(new URL(`./${name}.json`, import.meta.url), 'utf8'))
}

/** The argument numbers a text uses, each once, in ascending order. */
function argumentsOf(text: string): number[] {
  const numbers = [...text.matchAll(/\{(\d+)\}/g)].map(([, number]) => Number(number))
  return [...new Set(numbers)].toSorted((one, other) => one - other)
}

function same(one: readonly number[], other: readonly number[]): boolean {
  return one.join() === other.join()
}

/** Only strong, em, a with its address, and br; each closed in its turn; no other angle bracket or entity. */
function isWellFormed(text: string): boolean {
  const open: string[] = []
  const rest = text.replace(/<(\/?)(strong|em|a|br)((?: href="[^"<>]+")?)>/g, (tag, slash, name, href) => {
    if (name === 'br') return slash === '' && href === '' ? '' : tag
    if ((name === 'a' && slash === '') !== (href !== '')) return tag
    if (slash === '') open.push(name)
    else if (open.pop() !== name) return tag
    return ''
  })
  return open.length === 0 && !/[<>]|&(?!\w+;)/.test(rest)
}
