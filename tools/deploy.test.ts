import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { livenessPath } from '#contract/paths.ts'
import { readConfig } from '#server/foundation/config/config.ts'
import { VARIABLES, readEnvironment } from '#server/foundation/config/environment.ts'

// What is in deploy/ can't be tried where no container and no service runs; that it agrees with the program can.

const root = dirname(import.meta.dirname)
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const linesOf = (path: string): string[] => read(path).split('\n').filter(Boolean)

const program = JSON.parse(read('package.json'))
/** `node tools/start.mjs start` */
const startWords = String(program.scripts.start)
  .replace(/^exec /, '')
  .split(' ')
const listensAt = VARIABLES.PORT.fallback
const stopSeconds = Number(VARIABLES.FOYER_STOP_SECONDS.fallback)
const dataFolder = '/var/lib/foyer'

type Assignment = { readonly name: string; readonly value: string; readonly isSet: boolean }

function assignmentsOf(path: string): Assignment[] {
  return Array.from(read(path).matchAll(/^(#?)(\w+)=(.*)$/gm), ([, mark, name = '', value = '']) => {
    return { name, value, isSet: mark === '' }
  })
}

function asVariables(assignments: readonly Assignment[]): Record<string, string> {
  return Object.fromEntries(assignments.map(({ name, value }) => [name, value]))
}

const unknownAmong = (names: readonly string[]): string[] => names.filter(name => !(name in VARIABLES))

const example = assignmentsOf('deploy/foyer.env.example')

test('the example names variables that there are, each with a line above that explains it', () => {
  expect(unknownAmong(example.map(({ name }) => name))).toEqual([])
  const lines = linesOf('deploy/foyer.env.example')
  const named = lines.map(line => /^#?(\w+)=/.exec(line)?.[1])
  const bare = named.filter((name, at) => name !== undefined && !lines[at - 1]?.startsWith('# '))
  // Explained together with the line above.
  expect(bare).toEqual(['PORT', 'MAIL_FROM'])
})

test('the example is a shop for real without changes', () => {
  const config = readConfig(readEnvironment(asVariables(example.filter(({ isSet }) => isSet))))
  expect(config).toMatchObject({
    mode: 'production',
    host: '127.0.0.1',
    port: Number(listensAt),
    dataFolder,
    warnings: [],
  })
})

test('no value of an example needs quotes, which each reader takes otherwise', () => {
  const values = ['foyer', 'database'].flatMap(name => assignmentsOf(`deploy/${name}.env.example`)).map(it => it.value)
  expect(values.filter(value => /["'$#\s\\]/.test(value))).toEqual([])
})

/** Section, key and value of each line. */
function unitLines(path: string): { section: string; key: string; value: string }[] {
  let section = ''
  return linesOf(path).flatMap(line => {
    if (line.startsWith('#')) return []
    const heading = /^\[(\w+)\]$/.exec(line)?.[1]
    if (heading !== undefined) section = heading
    const [, key = '?', value = '?'] = /^(\w+)=(.*)$/.exec(line) ?? []
    return heading === undefined ? [{ section, key, value }] : []
  })
}

const unit = unitLines('deploy/foyer.service')
const valuesOf = (key: string): string[] => unit.filter(line => line.key === key).map(({ value }) => value)

test('the unit starts the program as npm does, in the folder it belongs to', () => {
  expect(new Set(unit.map(({ section }) => section))).toEqual(new Set(['Unit', 'Service', 'Install']))
  expect(unit.filter(({ key }) => key === '?')).toEqual([])
  const [folder = ''] = valuesOf('WorkingDirectory')
  const [, ...words] = startWords
  expect(valuesOf('ExecStart')).toEqual([[`${folder}/node_modules/.bin/node`, ...words].join(' ')])
  expect(words.filter(word => word.includes('/') && !existsSync(join(root, word)))).toEqual([])
})

test('the unit lets the program write where it writes, and compile', () => {
  expect(valuesOf('StateDirectory').map(name => `/var/lib/${name}`)).toEqual([dataFolder])
  const caches = valuesOf('CacheDirectory').map(name => `NODE_COMPILE_CACHE=/var/cache/${name}`)
  expect(valuesOf('Environment')).toEqual(caches)
  expect(valuesOf('MemoryDenyWriteExecute')).toEqual([])
})

test('the unit leaves a stop its time, and signals the shop alone', () => {
  // The keeper of the embedded PostgreSQL ends it by force after 18 seconds.
  expect(Number(valuesOf('TimeoutStopSec'))).toBeGreaterThan(stopSeconds + 18)
  expect(valuesOf('KillMode')).toEqual(['mixed'])
})

const containerfile = read('deploy/Containerfile').replaceAll(/\\\n\s*/g, '')
const instructions = (name: string): string[] =>
  Array.from(containerfile.matchAll(new RegExp(`^${name} (.*)$`, 'gm')), ([, words = '']) => words)

test('the image starts the program as npm does, as a user who is not root', () => {
  const [entrypoint = '', command = ''] = [...instructions('ENTRYPOINT'), ...instructions('CMD')]
  expect([...JSON.parse(entrypoint), ...JSON.parse(command)]).toEqual(['tini', '--', ...startWords])
  expect(instructions('USER')).toEqual(['foyer'])
  expect(instructions('VOLUME')).toEqual([dataFolder])
  expect(instructions('EXPOSE')).toEqual([listensAt])
  const scripts = instructions('RUN').flatMap(run => /^npm run (\S+)$/.exec(run)?.slice(1) ?? [])
  expect(scripts.map(name => program.scripts[name])).toEqual(['exec node tools/start.mjs build'])
  expect(containerfile).toContain(livenessPath)
})

test('the image sets the variables of the program', () => {
  const [environment = ''] = instructions('ENV')
  const stated = Array.from(environment.matchAll(/(\w+)=(\S+)/g), ([, name = '', value = '']) => [name, value] as const)
  const variables = Object.fromEntries(stated.filter(([name]) => name !== 'PATH'))
  expect(unknownAmong(Object.keys(variables))).toEqual([])
  expect(variables).toEqual({ FOYER_MODE: 'production', FOYER_DATA: dataFolder, HOST: '0.0.0.0', PORT: listensAt })
})

test('the image is made of files that there are, and of all that the program is', () => {
  const taken = linesOf('.dockerignore').flatMap(line => (line.startsWith('!') ? [line.slice(1)] : []))
  expect(taken.filter(path => globSync(path, { cwd: root }).length === 0)).toEqual([])
  const parts = Object.values<string>(program.imports).map(path => relative('.', dirname(path)))
  const expected = [...parts.filter(part => part !== 'tests'), 'samples', 'tools', 'translations', 'package-lock.json']
  expect(taken).toEqual(expect.arrayContaining(expected))
})

type Service = {
  image: string
  build?: { context: string; dockerfile: string }
  env_file: string[]
  environment?: Record<string, string>
  command?: string[]
  ports?: string[]
  volumes: string[]
  stop_grace_period: string
}
const composed: { services: Record<'database' | 'web' | 'jobs', Service>; volumes: Record<string, null> } = parse(
  read('deploy/compose.yaml'),
  { merge: true },
)
const { database, web, jobs } = composed.services

test('the composed shop names files, volumes and variables that there are', () => {
  const all = Object.values(composed.services)
  const examples = all.flatMap(({ env_file: files }) => files.map(file => `deploy/${file}.example`))
  const images = all.flatMap(({ build }) => (build ? [join('deploy', build.context, build.dockerfile)] : []))
  expect([...examples, ...images].filter(path => !existsSync(join(root, path)))).toEqual([])
  const volumes = all.flatMap(service => service.volumes.map(volume => volume.split(':', 1).join()))
  expect(new Set(volumes)).toEqual(new Set(Object.keys(composed.volumes)))
  expect(unknownAmong([web, jobs].flatMap(({ environment }) => Object.keys(environment ?? {})))).toEqual([])
})

test('one composed process serves at the port that is published, and one works', () => {
  expect([web.command, jobs.command]).toEqual([
    ['start', '--web-only'],
    ['start', '--jobs-only'],
  ])
  expect(read('server/main.ts')).toMatch(/'--jobs-only'[^]*'--web-only'/)
  expect([web.ports, jobs.ports]).toEqual([[`127.0.0.1:${listensAt}:${listensAt}`], undefined])
  for (const { environment, volumes, stop_grace_period: grace } of [web, jobs]) {
    expect(environment).toMatchObject({ HOST: '0.0.0.0', PORT: listensAt, FOYER_DATA: dataFolder })
    expect(volumes.map(volume => volume.split(':')[1])).toEqual([dataFolder])
    expect(Number.parseInt(grace, 10)).toBeGreaterThan(stopSeconds)
  }
})

test('the composed shop finds its database by the example', () => {
  const made = asVariables(assignmentsOf('deploy/database.env.example'))
  const address = new URL(asVariables(example)['DATABASE_URL'] ?? '')
  expect(`${address.protocol}//${address.username}:${address.password}@${address.host}${address.pathname}`).toBe(
    `postgresql://${made['POSTGRES_USER']}:${made['POSTGRES_PASSWORD']}@database/${made['POSTGRES_DB']}`,
  )
  expect(Number(/postgres:(\d+)/.exec(database.image)?.[1])).toBeGreaterThanOrEqual(15)
})
