import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Nothing here gets as far as a database. */
function foyer(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['server/operation/command/foyer.ts', ...args], {
    cwd: join(import.meta.dirname, '../../..'),
    env: { ...process.env, ...environment },
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

test.each([[[]], [['help']], [['--help']]])('foyer %j lists every command with what it does', args => {
  const { status, stdout } = foyer(args)
  expect(status).toBe(0)
  for (const name of ['import', 'doctor', 'backup', 'restore', 'settings', 'texts', 'tokens', 'api-key', 'payments']) {
    expect(stdout).toMatch(new RegExp(`^npm run foyer -- ${name}\\b.*\\n(npm run .*\\n)*    [A-Z]`, 'm'))
  }
})

test.each(['sell', 'constructor'])('"%s", which is no command, is reported with those there are', name => {
  const { status, stdout } = foyer([name])
  expect(status).toBe(2)
  expect(stdout).toMatch(new RegExp(`^There is no command "${name}"\\.\n\nnpm run foyer -- import`))
})

test('an option that a command has not got is reported with the forms of that command', () => {
  const { status, stdout, stderr } = foyer(['settings', 'list', '--evnt', 'demo'])
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  const [complaint = '', , ...forms] = stderr.trimEnd().split('\n')
  expect(complaint).toContain("'--evnt'")
  expect(forms[0]).toBe('npm run foyer -- settings list [--organization <o> | --event <e> | --category <id>]')
  expect(forms).toHaveLength(4)
})

test.each([
  ['what is refused', ['payments', 'return'], {}, 'Say: payments list [<event>], or payments confirm <reservation>.\n'],
  ['a configuration that cannot be used', ['settings', 'list'], { PORT: 'high' }, /^PORT .*\n$/],
  [
    'a database that does not answer',
    ['settings', 'list'],
    { DATABASE_URL: 'postgresql://foyer:x@127.0.0.1:1/foyer' },
    /^The database can't be reached: .*ECONNREFUSED.*\n$/,
  ],
])('%s is one sentence, and no trace of the program', (_, args, environment, sentence) => {
  const { status, stdout, stderr } = foyer(args, environment)
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr).toMatch(sentence)
})

test.each([
  ['a name that is no command', ['\u001b[31msell\u202e']],
  ['what is refused', ['documents', '\u001b]0;owned\u0007']],
])('%s reaches the terminal as text', (_, args) => {
  const { status, stdout, stderr } = foyer(args)
  expect(status).not.toBe(0)
  expect(stdout + stderr).toContain('\\u{1b}')
  for (const raw of ['\u001b', '\u0007', '\u202e']) expect(stdout + stderr).not.toContain(raw)
})
