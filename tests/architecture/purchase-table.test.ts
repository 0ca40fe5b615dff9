import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sectionOf } from './links.ts'
import { root } from './source-imports.ts'

/** docs/testing.md names the tests that hold each claim about a purchase: files and titles that are there. */

type Holder = { readonly path: string; readonly title: string | undefined }

const path = 'docs/testing.md'
const table = sectionOf({ path, text: readFileSync(join(root, path), 'utf8') }, 'where-the-purchase-is-held')

/** The rows of the table that state a claim; undefined where the second cell names no file. */
function claimsIn(text: string): (readonly (Holder | undefined)[])[] {
  return text
    .split('\n')
    .filter(line => /^\| (?!Claim|\*\*)/.test(line))
    .map(line => (line.split(' | ')[1] ?? '').replace(/ \|$/, '').split('<br>').map(holderOf))
}

function holderOf(cell: string): Holder | undefined {
  const [, file, title] = /^`([^`]+)`(?: › (.+))?$/.exec(cell.trim()) ?? []
  return file === undefined ? undefined : { path: file, title }
}

/** Holders that are no longer there. Titles are the literals of their file, whole. */
function lost(text: string): string[] {
  return claimsIn(text).flatMap((holders, row) =>
    holders.flatMap(holder => {
      if (!holder) return [`claim ${row + 1} names no file`]
      if (!existsSync(join(root, holder.path))) return [holder.path]
      if (holder.title === undefined) return holder.path.endsWith('.test.ts') ? [`${holder.path}: no title`] : []
      const source = readFileSync(join(root, holder.path), 'utf8').replaceAll('\\', '')
      const isThere = ["'", '"', '`'].some(mark => source.includes(`${mark}${holder.title}${mark}`))
      return isThere ? [] : [`${holder.path}: ${holder.title}`]
    }),
  )
}

test('each claim about a purchase names tests that are there', () => {
  expect(lost(table)).toEqual([])
  expect(claimsIn(table).length).toBeGreaterThan(70)
})

test('a test that was renamed, moved or left out is found', () => {
  const here = 'tests/architecture/purchase-table.test.ts'
  const planted = [
    '| Claim | Test |',
    '| **Part** | |',
    `| one | \`${here}\` › a test that was renamed, moved or left out is found |`,
    `| two | \`${here}\` › a test that was renamed<br>\`tests/nowhere.test.ts\` › x |`,
    `| three | \`${here}\` |`,
    '| four | |',
  ]
  expect(lost(planted.join('\n'))).toEqual([
    `${here}: a test that was renamed`,
    'tests/nowhere.test.ts',
    `${here}: no title`,
    'claim 4 names no file',
  ])
})
