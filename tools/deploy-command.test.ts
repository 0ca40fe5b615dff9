import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

// A checkout with a stand-in of Node, which prints its arguments.

let folder: string
const path = (name: string): string => join(folder, name)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'foyer-deploy-'))
  for (const name of ['deploy', 'node_modules/.bin', 'elsewhere']) mkdirSync(path(name), { recursive: true })
  copyFileSync(new URL('../deploy/foyer', import.meta.url), path('deploy/foyer'))
  writeFileSync(
    path('node_modules/.bin/node'),
    '#!/bin/sh\necho "$(pwd)" "$@"\necho "$MAIL_FROM|$SMTP_URL|$LATER"\nexit 3\n',
  )
  for (const name of ['deploy/foyer', 'node_modules/.bin/node']) chmodSync(path(name), 0o755)
})
afterEach(() => rmSync(folder, { recursive: true }))

function run(words: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const { username } = userInfo()
  const { status, stdout, stderr } = spawnSync(path('elsewhere/foyer'), words, {
    env: { PATH: process.env['PATH'] ?? '', FOYER_USER: username, FOYER_ENV_FILE: path('foyer.env'), ...environment },
    encoding: 'utf8',
    cwd: '/',
  })
  return { status, lines: stdout.trim().split('\n'), stderr }
}

test('a command of an installed shop runs in its folder, with the variables of its service', () => {
  symlinkSync(path('deploy/foyer'), path('elsewhere/foyer'))
  writeFileSync(
    path('foyer.env'),
    '# A comment=nothing\n\nMAIL_FROM=Box office <a@b.example>\nSMTP_URL=smtp://$HOME:a\'b"c@h\nLATER=last',
  )
  expect(run(['settings', 'list', 'two words'])).toEqual({
    status: 3,
    lines: [
      `${folder} tools/start.mjs foyer settings list two words`,
      `Box office <a@b.example>|smtp://$HOME:a'b"c@h|last`,
    ],
    stderr: '',
  })
})

test('a command without the variables of the service says which file it lacks', () => {
  symlinkSync(path('deploy/foyer'), path('elsewhere/foyer'))
  expect(run(['doctor'])).toMatchObject({ status: 1, stderr: expect.stringContaining('foyer.env') })
})
