import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { text } from 'node:stream/consumers'

/** The static half of the tests: format, lint, types, unused code, dependencies, generated documents. */

type Check = { readonly name: string; readonly command: readonly string[] }

export const bin = (path: string): string => `node_modules/${path}`

/** By one checker: four, as it has by itself, find out the same types four times, and take twice the processor time. */
const TYPES_OF = [bin('typescript/bin/tsc'), '--checkers', '1', '-p']

/** The longest first, so that none of them is waited for alone. */
const CHECKS: readonly Check[] = [
  { name: 'Lint', command: [bin('oxlint/bin/oxlint'), '--type-aware', '--deny-warnings', '--threads=1'] },
  { name: 'Types of the server', command: [...TYPES_OF, '.'] },
  { name: 'Types of the client', command: [...TYPES_OF, 'client'] },
  { name: 'Types of the rules', command: [...TYPES_OF, 'domain'] },
  { name: 'Nothing unused', command: [bin('knip/bin/knip.js')] },
  { name: 'Nothing unused in production', command: [bin('knip/bin/knip.js'), '--production'] },
  ...globSync('tools/generate-*.ts').map(generator => ({
    name: `Current: ${generator.replace(/^.*generate-|\.ts$/g, '')}`,
    command: [generator, '--check'],
  })),
  { name: 'Dependencies', command: ['tools/check-dependencies.ts'] },
  { name: 'Format', command: [bin('oxfmt/bin/oxfmt'), '--check'] },
]

/**
 * Runs every check on one processor, as many at a time as there are processors: what the checks in Go do beside each other
 * they do twice. Prints what each has to say, and returns what failed.
 */
export async function failedChecks(): Promise<string[]> {
  const failed: string[] = []
  const waiting = CHECKS.values()
  const one = async (): Promise<void> => {
    for (const check of waiting) if (!(await passes(check))) failed.push(check.name)
  }
  await Promise.all(Array.from({ length: availableParallelism() }, one))
  return failed
}

async function passes({ name, command }: Check): Promise<boolean> {
  const began = performance.now()
  const env = { ...process.env, GOMAXPROCS: '1' }
  const run = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'pipe'], env })
  const ended = new Promise<number | null>(resolve => run.once('close', resolve))
  const [output, complaints, status] = await Promise.all([text(run.stdout), text(run.stderr), ended])
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(`\n── ${name}\n${output}${complaints}── ${name}: ${status === 0 ? 'good' : 'FAILED'} (${seconds} s)`)
  return status === 0
}
