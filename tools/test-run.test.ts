import { describe, expect, test } from 'vitest'
import {
  type FileRun,
  type TestKind,
  failuresIn,
  filesToRunAgain,
  kindOf,
  secondsByKind,
  slowestFiles,
  unseenKinds,
} from './test-run.ts'

const aFile = (file: Partial<FileRun>): FileRun => ({
  kind: 'unit',
  file: 'domain/a.test.ts',
  milliseconds: 1000,
  passed: 1,
  failures: [],
  ...file,
})

describe('a run of tests has failed', () => {
  test('where a test did, with its file, its name and the first lines of its error', () => {
    const message = 'Error: no\n    at node_modules/x.js\n    at domain/a.test.ts:3'
    const run = { files: [aFile({ failures: [{ test: 'a rule', message }] })], errors: [] }
    expect(failuresIn(run, false)).toEqual(['domain/a.test.ts: a rule: Error: no\n      at domain/a.test.ts:3'])
  })

  test('where a file could not be loaded', () => {
    const broken = aFile({ passed: 0, failures: [{ test: '', message: 'SyntaxError' }] })
    expect(failuresIn({ files: [aFile({}), broken], errors: [] }, false)).toEqual(['domain/a.test.ts: SyntaxError'])
  })

  test('where something went wrong outside of any test', () => {
    expect(failuresIn({ files: [aFile({})], errors: ['Error: the process is gone'] }, false)).toEqual([
      'outside of any test: Error: the process is gone',
    ])
  })

  test('where its process ended badly and nothing says why', () => {
    expect(failuresIn({ files: [aFile({})], errors: [] }, false)).toEqual(['a run that ended early'])
  })

  test('where nothing was tested', () => {
    expect(failuresIn({ files: [], errors: [] }, true)).toEqual(['a run in which no test passed'])
  })

  test('and not otherwise', () => {
    expect(failuresIn({ files: [aFile({})], errors: [] }, true)).toEqual([])
  })
})

describe('a second run, alone', () => {
  const failed = (file: string, kind: TestKind = 'journeys') =>
    aFile({ file, kind, failures: [{ test: 'a rule', message: 'Error: no' }] })

  test('is for the files with a failed test', () => {
    expect(filesToRunAgain({ files: [aFile({}), failed('b.test.ts')], errors: [] })).toEqual(['b.test.ts'])
  })

  test.each([
    ['all tests passed', { files: [aFile({})], errors: [] }],
    ['a race failed', { files: [failed('b.test.ts'), failed('c.test.ts', 'races')], errors: [] }],
    ['more than three files failed', { files: ['a', 'b', 'c', 'd'].map(name => failed(name)), errors: [] }],
    ['an error came outside of any test', { files: [failed('b.test.ts')], errors: ['Error: no'] }],
  ])('is not done where %s', (_, run) => {
    expect(filesToRunAgain(run)).toEqual([])
  })
})

test.each([
  ['unit', 'domain/a.test.ts', 'unit'],
  ['shop', 'server/order/a.test.ts', 'database'],
  ['shop', 'tools/a.test.ts', 'database'],
  ['shop', 'tests/wire/a.test.ts', 'wire'],
  ['shop', 'tests/races/a.test.ts', 'races'],
  ['shop', 'tests/simulation/a.test.ts', 'races'],
  ['journeys', 'tests/accessibility/a.test.ts', 'journeys'],
])('in the project %s, %s is of the kind %s', (project, file, kind) => {
  expect(kindOf(project, file)).toBe(kind)
})

test('a kind of which nothing was run is reported', () => {
  expect(unseenKinds({ files: [aFile({})], errors: [] }, ['unit', 'wire'])).toEqual(['wire'])
})

test('the seconds are listed by kind and by file, the longest first', () => {
  const files = [
    aFile({ milliseconds: 400 }),
    aFile({ file: 'domain/b.test.ts', milliseconds: 900 }),
    aFile({ kind: 'wire', file: 'tests/wire/c.test.ts', milliseconds: 12_340, passed: 3 }),
  ]
  expect(secondsByKind(files)).toEqual(['   12.3 s  wire (1 files, 3 tests)', '    1.3 s  unit (2 files, 2 tests)'])
  expect(slowestFiles(files, 2)).toEqual([
    '   12.3 s  tests/wire/c.test.ts (wire)',
    '    0.9 s  domain/b.test.ts (unit)',
  ])
})
