import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, rmSync } from 'node:fs'
import { findChromium } from './chromium.ts'

/**
 * Everything that is checked before a commit counts, to the end even when something fails:
 * `npm test`, or `npm test -- <filter>` for the tests whose path matches.
 */

type Step = { readonly name: string; readonly command: readonly string[] }

const REPORT = 'test-results/vitest.json'
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
rmSync(REPORT, { force: true })
const tests = passes({
  name: 'Tests',
  command: [
    bin('vitest/vitest.mjs'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${REPORT}`,
    ...filter,
  ],
})
report()

function passes({ name, command }: Step): boolean {
  console.log(`\n── ${name}`)
  const began = performance.now()
  const env = { ...process.env, CHROMIUM_PATH: chromium }
  const { status } = spawnSync(process.execPath, command, { stdio: 'inherit', env })
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(`── ${name}: ${status === 0 ? 'good' : 'FAILED'} (${seconds} s)`)
  return status === 0
}

/** Ends with a line of numbers for those who only read the last one; a failed check counts as a failed test. */
function report(): void {
  const { passed, failed } = countTests()
  const unseen = !tests && failed === 0 ? 1 : 0
  const failures = failed + unseen + failedChecks.length
  if (failedChecks.length > 0) console.log(`\nFailed: ${failedChecks.map(check => check.name).join(', ')}`)
  console.log(`\n${passed} passed, ${failures} failed`)
  process.exitCode = failures === 0 && passed > 0 ? 0 : 1
}

function countTests(): { passed: number; failed: number } {
  try {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(REPORT, 'utf8'))
    return { passed: Number(numPassedTests), failed: Number(numFailedTests) }
  } catch (error) {
    console.log(`The tests left no report: ${String(error)}`)
    return { passed: 0, failed: 1 }
  }
}
