import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import { findChromium } from './chromium.ts'
import { startDebianPostgresql } from './debian-postgresql.ts'

/**
 * Everything that is checked before a commit counts, to the end even when something fails:
 * `npm test`, or `npm test -- <filter>` for the tests whose path matches. What talks to the database runs twice: on the
 * embedded one, and on the distribution's (with DATABASE_URL everything runs once, on that).
 */

type Step = {
  readonly name: string
  readonly command: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

const REPORTS = 'test-results'
/** Everything but the browser's journeys: those look at pages, which no database changes. */
const ON_SECOND_DATABASE = ['database', 'wire', 'races']
const bin = (path: string): string => `node_modules/${path}`

const CHECKS: readonly Step[] = [
  { name: 'Format', command: [bin('oxfmt/bin/oxfmt'), '--check'] },
  { name: 'Lint', command: [bin('oxlint/bin/oxlint'), '--type-aware', '--deny-warnings'] },
  { name: 'Types of the rules', command: [bin('typescript/bin/tsc'), '-p', 'domain'] },
  { name: 'Types of the server', command: [bin('typescript/bin/tsc'), '-p', '.'] },
  { name: 'Types of the client', command: [bin('typescript/bin/tsc'), '-p', 'client'] },
  { name: 'Nothing unused', command: [bin('knip/bin/knip.js')] },
  ...globSync('tools/generate-*.ts').map(generator => ({
    name: `Current: ${generator.replace(/^.*generate-|\.ts$/g, '')}`,
    command: [generator, '--check'],
  })),
]

const filter = process.argv.slice(2)
rmSync(`${REPORTS}/failed`, { recursive: true, force: true })
const chromium = findChromium()
const failedChecks = (filter.length > 0 ? [] : CHECKS).filter(check => !passes(check))
const runs = [runTests('Tests', 'vitest', filter)]
if (filter.length === 0 && process.env['DATABASE_URL'] === undefined) runs.push(...(await runOnSecondDatabase()))
report()

type Run = { readonly isGood: boolean; readonly passed: number; readonly failed: readonly string[] }

function runTests(name: string, reportName: string, args: readonly string[], env?: Step['env']): Run {
  const reportFile = `${REPORTS}/${reportName}.json`
  rmSync(reportFile, { force: true })
  const command = [
    bin('vitest/vitest.mjs'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reportFile}`,
    ...args,
  ]
  return { isGood: passes({ name, command, ...(env && { env }) }), ...readReport(reportFile) }
}

async function runOnSecondDatabase(): Promise<Run[]> {
  const server = await startDebianPostgresql()
  if (!server) {
    console.log('\n── Only the embedded PostgreSQL was tried: there is no other here (apt-get install postgresql).')
    return []
  }
  try {
    const projects = ON_SECOND_DATABASE.flatMap(project => ['--project', project])
    return [runTests(`Tests on PostgreSQL ${server.version}`, 'vitest-second', projects, { DATABASE_URL: server.url })]
  } finally {
    server.stop()
  }
}

function passes({ name, command, env: own }: Step): boolean {
  console.log(`\n── ${name}`)
  const began = performance.now()
  const env = { ...process.env, CHROMIUM_PATH: chromium, ...own }
  const { status } = spawnSync(process.execPath, command, { stdio: 'inherit', env })
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(`── ${name}: ${status === 0 ? 'good' : 'FAILED'} (${seconds} s)`)
  return status === 0
}

/** Ends with what failed and a line of numbers, for those who only read the end; a failed check counts as a failed test. */
function report(): void {
  const passed = runs.reduce((sum, run) => sum + run.passed, 0)
  const failed = runs.flatMap(run => (run.isGood || run.failed.length > 0 ? run.failed : ['a run that ended early']))
  const failures = [...failedChecks.map(check => check.name), ...failed]
  for (const file of globSync(`${REPORTS}/failed/*.txt`))
    console.log(`\nWhat ${file} last saw: ${firstLines(readFileSync(file, 'utf8'), 30)}`)
  if (failures.length > 0) console.log(`\nFailed:\n${failures.map(failure => `- ${failure}`).join('\n')}`)
  console.log(`\n${passed} passed, ${failures.length} failed`)
  process.exitCode = failures.length === 0 && passed > 0 ? 0 : 1
}

/** As vitest writes it, as far as we read it. */
type Report = {
  readonly numPassedTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message: string
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      readonly failureMessages?: readonly string[]
    }[]
  }[]
}

function readReport(reportFile: string): Pick<Run, 'passed' | 'failed'> {
  try {
    const report: Report = JSON.parse(readFileSync(reportFile, 'utf8'))
    return { passed: report.numPassedTests, failed: report.testResults.flatMap(failuresIn) }
  } catch (error) {
    return { passed: 0, failed: [`The tests left no report: ${String(error)}`] }
  }
}

/** A file that could not be read at all has no tests that failed. */
function failuresIn({ name, status, message, assertionResults }: Report['testResults'][number]): readonly string[] {
  const file = relative(process.cwd(), name)
  const failed = assertionResults.filter(test => test.status === 'failed')
  if (failed.length === 0) return status === 'failed' ? [`${file}: ${firstLines(message, 20)}`] : []
  return failed.map(test => `${file}: ${test.fullName}: ${firstLines(test.failureMessages?.[0] ?? '', 12)}`)
}

/** Without the places in libraries that an error came through. */
function firstLines(text: string, count: number): string {
  const lines = text.split('\n').filter(line => !line.includes('node_modules'))
  return lines.slice(0, count).join('\n  ')
}
