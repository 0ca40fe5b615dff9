import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { isLongRun } from '#tests/support/run/repetitions.ts'

/** In the long run: does every bench of package.json still run, from a checkout that has just been installed? */
const ROOT = fileURLToPath(new URL('../', import.meta.url))
const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
)
const benches = Object.entries(scripts).filter(([name]) => name.startsWith('bench:'))

test('package.json names the benches', () => {
  expect(benches.length).toBeGreaterThan(8)
})

test.skipIf(!isLongRun()).each(benches)('%s runs', { timeout: 300_000 }, async (_, command) => {
  const [file = '', ...args] = command.replace(/^exec node /, '').split(' ')
  const env = { ...process.env, BENCH_SHORT: 'yes' }
  const { stdout } = await promisify(execFile)(process.execPath, [file, ...args], { cwd: ROOT, env })
  expect(stdout).toContain('\n## ')
})
