import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

/** Who may know whom (design section 2). Every import of every file is resolved and held against these rules. */

type Import = { readonly from: string; readonly to: string }

/** `... from 'x'` at the end of a statement, `import 'x'`, and `import('x')` outside of comments. */
const STATEMENT = /^(?:(?:import|export|\}).* from|import) '([^']+)'|^(?!\s*(?:\*|\/)).*\bimport\('([^']+)'\)/gm

const root = join(import.meta.dirname, '../..')
const files = globSync('{domain,contract,server,client,tests,tools}/**/*.{ts,tsx}', { cwd: root })
const imports = files.flatMap(importsOf)

function importsOf(from: string): Import[] {
  const found = readFileSync(join(root, from), 'utf8').matchAll(STATEMENT)
  return Array.from(found, ([, named, dynamic]) => ({ from, to: resolved(from, named ?? dynamic ?? '') }))
}

function resolved(from: string, name: string): string {
  if (name.startsWith('.')) return relative(root, join(root, dirname(from), name))
  return name.startsWith('#') ? name.slice(1) : `npm:${name}`
}

const isTest = (path: string): boolean => path.startsWith('tests/') || /\.test\.tsx?$|\/testing\//.test(path)
const shipped = imports.filter(({ from }) => !isTest(from) && !from.startsWith('tools/'))
const featureOf = (path: string): string | undefined => /^server\/([^/]+)\//.exec(path)?.[1]
const layerOf = (path: string): string => path.split(/[/:]/, 1).join()

function allowed(from: string, to: readonly string[]): void {
  const strangers = shipped.filter(edge => layerOf(edge.from) === from && !to.includes(layerOf(edge.to)))
  expect(strangers).toEqual([])
}

test('every import leads to a file', () => {
  const ours = imports.filter(({ to }) => !to.startsWith('npm:'))
  const known = new Set([...files, ...globSync('{translations,client}/**/*.{json,css,svg}', { cwd: root })])
  expect(ours.filter(({ to }) => !known.has(to.replace(/\?.*$/, '')))).toEqual([])
})

test('rules know rules only, the contract knows the rules, server and client know both and not each other', () => {
  allowed('domain', ['domain'])
  allowed('contract', ['contract', 'domain', 'npm'])
  allowed('server', ['server', 'contract', 'domain', 'npm'])
  allowed('client', ['client', 'contract', 'domain', 'npm'])
})

test("a feature's routes are its own, put together in shop.ts and serve.ts alone", () => {
  const strangers = shipped.filter(
    ({ from, to }) =>
      /^server\/.*\/routes\.ts$/.test(to) && featureOf(from) !== undefined && featureOf(from) !== featureOf(to),
  )
  expect(strangers).toEqual([])
})

test("a feature's store is private to it", () => {
  const strangers = shipped.filter(
    ({ from, to }) => /^server\/.*(^|\/|-)store\.ts$/.test(to) && featureOf(from) !== featureOf(to),
  )
  expect(strangers).toEqual([])
})

test('a payment provider sees no feature and no SQL', () => {
  const strangers = shipped.filter(
    ({ from, to }) =>
      from.startsWith('server/payment/providers/') &&
      /^(server\/(?!payment\/provider|wall-clock\.ts)|npm:(pg|kysely))/.test(to),
  )
  expect(strangers).toEqual([])
})

test('imports run one way: no file comes back to itself, not even for a type', () => {
  // What ends at a file that imports nothing more, or begins at one that nobody imports, runs in no circle.
  let left = shipped
  for (let before = Infinity; left.length < before;) {
    before = left.length
    const importing = new Set(left.map(({ from }) => from))
    const imported = new Set(left.map(({ to }) => to))
    left = left.filter(({ from, to }) => importing.has(to) && imported.has(from))
  }
  expect(left).toEqual([])
})

test('these checks have seen the whole house', () => {
  const arrows = Object.groupBy(shipped, ({ from, to }) => `${layerOf(from)} -> ${layerOf(to)}`)
  const counts = Object.entries(arrows).map(([arrow, edges]) => `${arrow} ${edges?.length}`)
  console.log(`${files.length} files, ${imports.length} imports\n${counts.toSorted().join('\n')}`)
  expect(files.length).toBeGreaterThan(250)
  expect(imports.length).toBeGreaterThan(files.length * 2)
})
