import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { bin, failedChecks } from './checks.ts'
import { findChromium, findFullChromium } from './chromium.ts'
import { type DebianPostgresql, startDebianPostgresql } from './debian-postgresql.ts'
import { findJava } from './java.ts'
import { onSecondDatabase } from './second-database.ts'
import {
  type TestKind,
  type TestRun,
  failuresIn,
  filesToRunAgain,
  firstLines,
  passedIn,
  secondsByKind,
  slowestFiles,
  unseenKinds,
} from './test-run.ts'

/**
 * Everything that is checked before a commit counts, to the end even when something fails:
 * `npm test`, or `npm test -- <filter>` for the tests whose path matches. What depends on the database runs on two: races
 * and the tests of the features that have SQL on the distribution's, all else on the embedded one. With DATABASE_URL
 * everything runs once, on that. `npm run test:long` runs all of them on both, and adds what takes its time
 * (docs/testing.md).
 */

type Step = {
  readonly name: string
  readonly command: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

const REPORTS = 'test-results'
const KINDS: readonly TestKind[] = ['unit', 'database', 'alone', 'wire', 'races', 'journeys']
/** All that opens a database, but for the browser's journeys: those look at pages, which no database changes. */
const ON_SECOND_DATABASE: readonly TestKind[] = ['database', 'wire', 'races']
const ONLY_EMBEDDED =
  '\n── Only the embedded PostgreSQL was tried: there is no other here (apt-get install postgresql).'
const args = process.argv.slice(2)
const isLong = args[0] === '--long'
// "npm test -- -- x" and "npm test -- x" are the same request.
const filter = args.filter(arg => arg !== '--long' && arg !== '--')
rmSync(`${REPORTS}/failed`, { recursive: true, force: true })
const programs = {
  CHROMIUM_PATH: findChromium(),
  CHROMIUM_FULL_PATH: findFullChromium(),
  ...(isLong ? { JAVA_PATH: findJava() } : {}),
  FOYER_TEST_SHOP: 'dist/shop/main.mjs',
  // What Node compiles once, all processes of the tests read from there.
  NODE_COMPILE_CACHE: resolve('node_modules/.cache/compile'),
}
const stale = filter.length > 0 ? [] : await failedChecks()
const second =
  filter.length === 0 && process.env['DATABASE_URL'] === undefined ? await startDebianPostgresql() : undefined
const runs = [runTests({ name: 'Tests', args: filter, expected: filter.length > 0 ? [] : KINDS, env: firstEnv() })]
if (second) runs.push(runOnSecondDatabase(second))
else if (filter.length === 0 && process.env['DATABASE_URL'] === undefined) console.log(ONLY_EMBEDDED)
report()

type Run = {
  readonly name: string
  readonly files: TestRun['files']
  readonly failures: readonly string[]
  /** Failures of tests that passed when their file ran a second time, alone. */
  readonly unsteady: readonly string[]
}

type RunOptions = {
  readonly name: string
  readonly args: readonly string[]
  /** The kinds of test that must not be missing. */
  readonly expected: readonly TestKind[]
  readonly env?: Step['env']
}

function runTests({ name, args: extra, expected, env }: RunOptions): Run {
  const reportFile = `${REPORTS}/${name.toLowerCase().replaceAll(' ', '-')}.json`
  rmSync(reportFile, { force: true })
  const long = isLong ? { FOYER_TEST_LONG: 'yes' } : {}
  const vitest = (title: string, own: readonly string[]) => {
    const command = [bin('vitest/vitest.mjs'), 'run', ...own]
    const isGood = passes({ name: title, command, env: { ...long, ...env, FOYER_TEST_REPORT: reportFile } })
    return { isGood, run: readReport(reportFile) }
  }
  const { run, isGood } = vitest(name, extra)
  const missing = unseenKinds(run, expected).map(kind => `no test of "${kind}" was run`)
  const failures = failuresIn(run, isGood)
  const again = missing.length > 0 || filter.length > 0 ? [] : filesToRunAgain(run)
  if (again.length === 0) return { name, files: run.files, failures: [...failures, ...missing], unsteady: [] }
  const alone = vitest(`${name}, once more and alone`, ['--maxWorkers=1', ...again])
  const files = [...run.files.filter(({ file }) => !again.includes(file)), ...alone.run.files]
  return { name, files, failures: failuresIn(alone.run, alone.isGood), unsteady: failures }
}

/** What the second database runs besides is left out of the first run (vitest.config.ts); the long run leaves out nothing. */
function firstEnv(): Step['env'] {
  return second && !isLong ? { FOYER_TEST_SECOND: 'yes' } : {}
}

function runOnSecondDatabase(server: DebianPostgresql): Run {
  try {
    const files = isLong ? [] : onSecondDatabase()
    const name = `Tests on PostgreSQL ${server.version}`
    const env = { DATABASE_URL: server.url, FOYER_TEST_AGAIN: 'yes' }
    return runTests({ name, args: ['--project', 'shop', ...files], expected: ON_SECOND_DATABASE, env })
  } finally {
    server.stop()
  }
}

function passes({ name, command, env: own }: Step): boolean {
  console.log(`\n── ${name}`)
  const began = performance.now()
  const env = { ...process.env, ...programs, ...own }
  const { status } = spawnSync(process.execPath, command, { stdio: 'inherit', env })
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(`── ${name}: ${status === 0 ? 'good' : 'FAILED'} (${seconds} s)`)
  return status === 0
}

/**
 * Ends with where the time went, what failed, and a line of numbers for those who only read the end; a failed check
 * counts as a failed test.
 */
function report(): void {
  for (const { name, files } of runs) {
    console.log(`\n${name}, by kind (processes beside each other added up):\n${secondsByKind(files).join('\n')}`)
  }
  console.log(`\nThe slowest files:\n${slowestFiles(runs.flatMap(({ files }) => files)).join('\n')}`)
  const passed = runs.reduce((sum, { files }) => sum + passedIn({ files, errors: [] }), 0)
  const failures = [...stale, ...runs.flatMap(run => run.failures)]
  for (const file of globSync(`${REPORTS}/failed/*.txt`))
    console.log(`\nWhat ${file} last saw: ${firstLines(readFileSync(file, 'utf8'), 30)}`)
  const unsteady = runs.flatMap(run => run.unsteady)
  if (unsteady.length > 0)
    console.log(`\nFailed beside other tests, run again alone:\n${unsteady.map(failure => `- ${failure}`).join('\n')}`)
  if (failures.length > 0) console.log(`\nFailed:\n${failures.map(failure => `- ${failure}`).join('\n')}`)
  console.log(`\n${passed} passed, ${failures.length} failed`)
  process.exitCode = failures.length === 0 && passed > 0 ? 0 : 1
}

function readReport(reportFile: string): TestRun {
  try {
    return JSON.parse(readFileSync(reportFile, 'utf8'))
  } catch (error) {
    return { files: [], errors: [`The tests left no report: ${String(error)}`] }
  }
}
