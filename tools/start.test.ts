import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, expect, test } from 'vitest'

// A checkout of stand-ins: programs that say their name, a build that makes nothing, and an npm that writes down its
// arguments and installs only Vite.

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'foyer-start-'))
  write('package-lock.json', '{}')
  for (const file of ['start.mjs', 'end-with-parent.mjs']) {
    mkdirSync(join(folder, 'tools'), { recursive: true })
    copyFileSync(new URL(file, import.meta.url), join(folder, 'tools', file))
  }
  for (const program of ['server/main.ts', 'tools/development-shop.ts', 'server/operation/command/foyer.ts'])
    write(program, `console.log('${program}', ...process.argv.slice(2))`)
  write(
    'bin/npm',
    '#!/bin/sh\necho "$*" >>npm-was-told\nmkdir -p node_modules/vite/bin\n: >node_modules/vite/bin/vite.js\n',
  )
  chmodSync(join(folder, 'bin/npm'), 0o755)
})
afterEach(() => rmSync(folder, { recursive: true }))

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

/** What the last line says, and the arguments of npm meanwhile. */
function run(words: readonly string[], FOYER_MODE = '') {
  rmSync(join(folder, 'npm-was-told'), { force: true })
  const PATH = `${join(folder, 'bin')}${delimiter}${process.env['PATH'] ?? ''}`
  const ran = spawnSync(process.execPath, [join(folder, 'tools/start.mjs'), ...words], {
    env: { PATH, FOYER_MODE },
    encoding: 'utf8',
  })
  const record = join(folder, 'npm-was-told')
  const omitted = existsSync(record) ? readFileSync(record, 'utf8').match(/--(?:omit|include)=dev/g) : []
  const failed = ran.status === 0 ? {} : { failed: ran.stderr }
  return { status: ran.status, output: ran.stdout.trim().split('\n').at(-1), omitted, ...failed }
}

test('what was built once starts without npm, and lacks what only development needs', () => {
  expect(run(['build'])).toMatchObject({ status: 0, omitted: ['--omit=dev'] })
  expect(readFileSync(join(folder, 'dist/.built-from'), 'utf8')).not.toBe('')
  expect(realpathSync(join(folder, 'node_modules/.bin/node'))).toBe(realpathSync(process.execPath))

  expect(run(['build'])).toMatchObject({ status: 0, omitted: [] })
  const shop = run(['start', '--web-only'], 'production')
  expect(shop).toEqual({ status: 0, output: 'server/main.ts --web-only', omitted: [] })
  expect(run(['foyer', 'doctor'])).toEqual({
    status: 0,
    output: 'server/operation/command/foyer.ts doctor',
    omitted: [],
  })
})

test('a folder that was built for production installs nothing where FOYER_MODE is not said', () => {
  run(['build'])
  for (const words of [['start'], ['dev'], ['test']])
    expect(run(words)).toEqual({
      status: 1,
      output: '',
      omitted: [],
      failed: expect.stringContaining('FOYER_MODE=production'),
    })
  expect(run(['start'], 'production')).toMatchObject({ status: 0, output: 'server/main.ts' })
  rmSync(join(folder, 'node_modules'), { recursive: true })
  expect(run(['start'])).toMatchObject({ output: 'tools/development-shop.ts', omitted: ['--include=dev'] })
})

test('what development has fetched is enough for everything', () => {
  expect(run(['start'])).toMatchObject({ status: 0, omitted: ['--include=dev'] })
  expect(run(['build'])).toMatchObject({ status: 0, omitted: [] })
  expect(run(['start'], 'production')).toMatchObject({ output: 'server/main.ts', omitted: [] })
})

test('another lock file is installed anew', () => {
  run(['build'])
  write('package-lock.json', '{"name": "foyer"}')
  expect(run(['start'], 'production')).toMatchObject({ output: 'server/main.ts', omitted: ['--omit=dev'] })
})

test('from the second start on, the program replaces its launcher', () => {
  run(['start'])
  write('tools/development-shop.ts', `console.log(process.pid, process.execArgv.includes('--max-semi-space-size=8'))`)
  const ran = spawnSync(process.execPath, [join(folder, 'tools/start.mjs'), 'start'], {
    env: { PATH: `${join(folder, 'bin')}${delimiter}${process.env['PATH'] ?? ''}` },
    encoding: 'utf8',
  })
  expect(ran.stdout.trim().split('\n').at(-1)).toBe(`${ran.pid} true`)
})

test.each([
  ['one', {}, '1'],
  ["the operator's number", { MALLOC_ARENA_MAX: '4' }, '4'],
])('the program has %s of heaps outside JavaScript', (_, environment, number) => {
  run(['start'])
  write('tools/development-shop.ts', 'console.log(process.env.MALLOC_ARENA_MAX)')
  const ran = spawnSync(process.execPath, [join(folder, 'tools/start.mjs'), 'start'], {
    env: { PATH: `${join(folder, 'bin')}${delimiter}${process.env['PATH'] ?? ''}`, ...environment },
    encoding: 'utf8',
  })
  expect(ran.stdout.trim().split('\n').at(-1)).toBe(number)
})

test('a program that was started by npm ends when npm is killed', async () => {
  run(['start'])
  write(
    'tools/development-shop.ts',
    `process.on('SIGTERM', () => { console.log('ends'); process.exit() }); setInterval(() => {}, 1000); console.log('runs')`,
  )
  // In place of npm: it names the script, and waits.
  const npm = spawn('/bin/sh', ['-c', `"${process.execPath}" tools/start.mjs start & wait`], {
    cwd: folder,
    env: { PATH: `${join(folder, 'bin')}${delimiter}${process.env['PATH'] ?? ''}`, npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface(npm.stdout)[Symbol.asyncIterator]()
  const said: string[] = []
  for (let line = await lines.next(); !line.done; line = await lines.next()) {
    said.push(line.value)
    if (line.value === 'runs') npm.kill('SIGKILL')
  }
  expect(said.slice(-2)).toEqual(['runs', 'ends'])
})
