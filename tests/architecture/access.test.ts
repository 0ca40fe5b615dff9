import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { files, root } from './source-imports.ts'

/** Who may do what is decided by `may` (domain/access/principal/principal.ts); all other code asks it. */

/** A role compared, or an organisation compared with the one of the caller. */
const DECIDED_BY_HAND =
  /role\s*[!=]==?\s*['"`](?!SPONSOR)|[!=]==\s*(?:callerOf\(\w+\)|caller|by|principal)\.organizationId/

const linesThatDecide = (text: string): string[] => text.split('\n').filter(line => DECIDED_BY_HAND.test(line))

test('no route compares roles or organisations by hand', () => {
  const found = files
    .filter(file => file.startsWith('server/') && !/\.test\.ts$|\/testing\//.test(file))
    .flatMap(file => linesThatDecide(readFileSync(join(root, file), 'utf8')).map(line => `${file}: ${line.trim()}`))
  expect(found).toEqual([])
})

test('a decision by hand is found', () => {
  const planted = ["if (key.role === 'API_CLIENT') return", 'event.organizationId !== callerOf(request).organizationId']
  expect(planted.flatMap(linesThatDecide)).toEqual(planted)
})
