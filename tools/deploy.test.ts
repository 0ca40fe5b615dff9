import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { VARIABLES } from '#server/config/environment.ts'

/** What deploy/ says of the rest of this project. That images are built and units started is tried by people. */

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const [unit, image, ignored, environment] = [
  read('deploy/foyer.service'),
  read('deploy/Containerfile'),
  read('.dockerignore'),
  read('deploy/foyer.env.example'),
]
type Service = {
  readonly command?: readonly string[]
  readonly ports?: readonly string[]
  readonly env_file?: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  readonly volumes: readonly string[]
  readonly depends_on?: object
  readonly build?: { readonly context: string; readonly dockerfile: string }
}
type Compose = { readonly services: Readonly<Record<string, Service>>; readonly volumes: object }
const compose = parse(read('deploy/compose.yaml'), { merge: true }) as Compose
const { web, work, database } = compose.services

/** Set for the PostgreSQL beside the shop, not for the shop. */
const OF_OTHERS = /^(POSTGRES_|DATABASE_PASSWORD$)/

test('every variable is one that Foyer knows', () => {
  const named = [
    ...[...unit.matchAll(/^Environment=(\w+)=/gm)].map(match => match[1] ?? ''),
    ...[...environment.matchAll(/^#? ?([A-Z][A-Z_]+)=/gm)].map(match => match[1] ?? ''),
    ...[...(/^ENV (.*)$/m.exec(image)?.[1] ?? '').matchAll(/(\w+)=/g)].map(match => match[1] ?? ''),
    ...Object.values(compose.services).flatMap(service => Object.keys(service.environment)),
  ]
  expect(named.length).toBeGreaterThan(12)
  expect(named.filter(name => !(name in VARIABLES) && !OF_OTHERS.test(name))).toEqual([])
})

test('unit and image start the shop as npm does, from a folder that npm has built', () => {
  const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: Readonly<Record<string, string>> }
  expect(scripts['start']).toBe('exec node tools/start.mjs start')
  expect(unit).toMatch(/^ExecStart=\/usr\/bin\/node tools\/start\.mjs start$/m)
  expect(image).toMatch(/^ENTRYPOINT \["node", "tools\/start\.mjs", "start"\]$/m)
  expect(image).toMatch(/^RUN npm run build /m)
  expect(scripts['build']).toBe('exec node tools/start.mjs build')
})

test('what a build reads is not left out of the image', () => {
  const sources = /CLIENT_SOURCES = \[(.*)\]/.exec(read('tools/start.mjs'))?.[1] ?? ''
  const needed = [...sources.matchAll(/'([^']+)'/g)].map(match => match[1] ?? '')
  expect(needed).toContain('client')
  const lines = ignored.trim().split('\n')
  expect([...needed, 'server', 'samples', 'tools', 'package.json'].filter(path => lines.includes(path))).toEqual([])
  for (const secret of ['deploy/foyer.env', 'deploy/.env', 'data', '.git']) expect(lines).toContain(secret)
})

test('image, unit and compose agree about port, folder and processes', () => {
  const port = /^EXPOSE (\d+)$/m.exec(image)?.[1]
  expect(image).toContain(` PORT=${port}`)
  expect(image).toContain(`http://127.0.0.1:${port}/health/live`)
  expect(web?.ports).toEqual([`127.0.0.1:${port}:${port}`])
  const folder = /^VOLUME (\S+)$/m.exec(image)?.[1]
  expect(image).toContain(`FOYER_DATA=${folder}`)
  expect(unit).toContain(`FOYER_DATA=${folder}`)
  expect(web?.volumes).toEqual([`data:${folder}`])
  expect([web?.command, work?.command]).toEqual([['--web-only'], ['--jobs-only']])
  expect(Object.keys(compose.volumes)).toEqual(['data', 'database'])
  expect(database?.volumes).toEqual(['database:/var/lib/postgresql'])
  expect(web?.build).toEqual({ context: '..', dockerfile: 'deploy/Containerfile' })
  expect(existsSync(new URL('../deploy/Containerfile', import.meta.url))).toBe(true)
})
