import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, rmSync } from 'node:fs'
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
const chromium = findChromium()
const failedChecks = (filter.length > 0 ? [] : CHECKS).filter(check => !passes(check))
const runs = [runTests('Tests', 'vitest', filter)]
if (filter.length === 0 && process.env['DATABASE_URL'] === undefined) runs.push(...(await runOnSecondDatabase()))
report()

type Run = { readonly isGood: boolean; readonly passed: number; readonly failed: number }

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
  return { isGood: passes({ name, command, ...(env && { env }) }), ...countTests(reportFile) }
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

/** Ends with a line of numbers for those who only read the last one; a failed check counts as a failed test. */
function report(): void {
  const passed = runs.reduce((sum, run) => sum + run.passed, 0)
  const failed = runs.reduce((sum, run) => sum + (run.isGood ? run.failed : Math.max(run.failed, 1)), 0)
  const failures = failed + failedChecks.length
  if (failedChecks.length > 0) console.log(`\nFailed: ${failedChecks.map(check => check.name).join(', ')}`)
  console.log(`\n${passed} passed, ${failures} failed`)
  process.exitCode = failures === 0 && passed > 0 ? 0 : 1
}

function countTests(reportFile: string): { passed: number; failed: number } {
  try {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(reportFile, 'utf8'))
    return { passed: Number(numPassedTests), failed: Number(numFailedTests) }
  } catch (error) {
    console.log(`The tests left no report: ${String(error)}`)
    return { passed: 0, failed: 1 }
  }
}
