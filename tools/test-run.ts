/** What runs of the tests came to, as `tools/test-reporter.ts` writes it and `tools/test.ts` reports it. */

/** What docs/testing.md names; vitest's projects are less fine, so that files of several kinds share processes. */
export type TestKind = 'unit' | 'database' | 'alone' | 'wire' | 'races' | 'journeys'

/** @param project The file's project in vitest. @param file From the root of the repository. */
export function kindOf(project: string, file: string): TestKind {
  if (project === 'unit' || project === 'alone' || project === 'journeys') return project
  if (/^tests\/(races|simulation)\//.test(file)) return 'races'
  return file.startsWith('tests/') ? 'wire' : 'database'
}

export type FileRun = {
  readonly kind: TestKind
  /** From the root of the repository. */
  readonly file: string
  /** From loading it to its last hook, without waiting for a free process. */
  readonly milliseconds: number
  readonly passed: number
  /** `test` is empty where the whole file failed. */
  readonly failures: readonly { readonly test: string; readonly message: string }[]
}

export type TestRun = {
  readonly files: readonly FileRun[]
  /** Errors outside of any test. */
  readonly errors: readonly string[]
}

export function passedIn({ files }: TestRun): number {
  return files.reduce((sum, { passed }) => sum + passed, 0)
}

/** One text for each failure; none when all is well. `isGood` is what the process of the run said in the end. */
export function failuresIn({ files, errors }: TestRun, isGood: boolean): readonly string[] {
  const failures = [
    ...files.flatMap(({ file, failures: all }) =>
      all.map(({ test, message }) => [file, test, firstLines(message, 20)].filter(Boolean).join(': ')),
    ),
    ...errors.map(error => `outside of any test: ${firstLines(error, 20)}`),
  ]
  if (passedIn({ files, errors }) === 0) failures.push('a run in which no test passed')
  return isGood || failures.length > 0 ? failures : ['a run that ended early']
}

/** More files than this fail for a reason that a second run does not remove. */
const MOST_FILES_RUN_AGAIN = 3

/**
 * Files that run a second time, alone, before a run counts as failed (decision 78): those with a failed test, where they
 * are few. A race is not repeated, since a fault of the shop may show in one of many runs; nor is a run that failed outside of a test.
 */
export function filesToRunAgain({ files, errors }: TestRun): readonly string[] {
  const failed = files.filter(({ failures }) => failures.length > 0)
  const isFinal =
    errors.length > 0 || failed.length > MOST_FILES_RUN_AGAIN || failed.some(({ kind }) => kind === 'races')
  return isFinal ? [] : failed.map(({ file }) => file)
}

/** Kinds of test that should have been seen and were not. */
export function unseenKinds({ files }: TestRun, kinds: readonly TestKind[]): readonly TestKind[] {
  return kinds.filter(kind => !files.some(file => file.kind === kind))
}

/** A line for each kind, the one that took longest first: what its files took, summed over the processes beside each other. */
export function secondsByKind(files: readonly FileRun[]): readonly string[] {
  const kinds = Map.groupBy(files, ({ kind }) => kind)
  return [...kinds]
    .map(([kind, own]) => ({ kind, own, seconds: secondsOf(own) }))
    .toSorted((a, b) => b.seconds - a.seconds)
    .map(({ kind, own, seconds }) => `${column(seconds)} s  ${kind} (${counted(own)})`)
}

export function slowestFiles(files: readonly FileRun[], count = 10): readonly string[] {
  return files
    .toSorted((a, b) => b.milliseconds - a.milliseconds)
    .slice(0, count)
    .map(file => `${column(secondsOf([file]))} s  ${file.file} (${file.kind})`)
}

/** Without the places in libraries that an error came through. */
export function firstLines(text: string, count: number): string {
  const lines = text.split('\n').filter(line => !line.includes('node_modules'))
  return lines.slice(0, count).join('\n  ')
}

function secondsOf(files: readonly FileRun[]): number {
  return files.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / 1000
}

function counted(files: readonly FileRun[]): string {
  return `${files.length} files, ${passedIn({ files, errors: [] })} tests`
}

const column = (seconds: number): string => seconds.toFixed(1).padStart(7)
