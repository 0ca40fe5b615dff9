import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const FOLDER = new URL('../../dist/shop/', import.meta.url)

/** One letter outside Latin-1 makes V8 keep the whole text of a file with two bytes a letter (decision 148). */
test('the program that shops start is written in ASCII', () => {
  for (const name of ['main.mjs', 'development-shop.mjs'])
    expect(readFileSync(new URL(name, FOLDER), 'utf8')).toMatch(/^[\0-\x7f]*$/)
})
