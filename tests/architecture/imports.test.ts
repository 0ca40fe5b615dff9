import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Import, featureOf, files, imports, layerOf, root, shipped } from './source-imports.ts'

/** Who may know whom (design section 2). Every import of every file is resolved and held against these rules. */

function allowed(from: string, to: readonly string[]): void {
  const strangers = shipped.filter(edge => layerOf(edge.from) === from && !to.includes(layerOf(edge.to)))
  expect(strangers).toEqual([])
}

test('every import leads to a file', () => {
  const ours = imports.filter(({ to }) => !to.startsWith('npm:'))
  const existing = new Set([...files, ...globSync('{translations,client}/**/*.{json,css,svg}', { cwd: root })])
  expect(ours.filter(({ to }) => !existing.has(to.replace(/\?.*$/, '')))).toEqual([])
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
      from.startsWith('server/providers/') &&
      /^(server\/(?!providers\/|setting-definition\/|base\/)|npm:(pg|kysely))/.test(to),
  )
  expect(strangers).toEqual([])
})

test('OpenTelemetry is loaded by one file, and that one only where traces are wanted', () => {
  const isOfTelemetry = ({ to }: Import) => to.startsWith('npm:@opentelemetry/')
  const importing = new Set(shipped.filter(isOfTelemetry).map(({ from }) => from))
  expect([...importing]).toEqual(['server/operation/tracing/open-telemetry.ts'])
  const opening = shipped.filter(({ to }) => importing.has(to))
  expect(opening).toMatchObject([{ from: 'server/operation/tracing/open-tracer.ts', isLazy: true }])
})

test('imports run one way: no file comes back to itself, not even for a type', () => {
  // What ends at a file that imports nothing more, or begins at one that no file imports, runs in no circle.
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
