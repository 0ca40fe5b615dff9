import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const LOG = fileURLToPath(new URL('log.ts', import.meta.url))

/** What a process prints that logs `lines` and then does `end`. */
function printedBy(lines: number, end: string): string[] {
  const program = `
    const { openLog } = await import(${JSON.stringify(LOG)})
    const log = openLog({ level: 'info' })
    for (let line = 1; line <= ${lines}; line += 1) log.info({ line }, 'planted')
    ${end}`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' })
  return stdout.split('\n').filter(line => line.includes('planted'))
}

test.each([
  ['runs to its end', ''],
  ['ends itself', 'process.exit(1)'],
  ['breaks', `setTimeout(() => { throw new Error('broken') })`],
])('a process that %s has written every line of its log, in order', (_, end) => {
  const numbers = printedBy(2000, end).map(line => JSON.parse(line).line)
  expect(numbers).toEqual(Array.from({ length: 2000 }, (_line, index) => index + 1))
})
