import { describe, expect, test } from 'vitest'
import { faultsOf, severeHoles } from './dependencies.ts'

const GOOD = { version: '1.2.3', integrity: 'sha512-abc', license: 'MIT' }
const locked = (entry: object) => ({ packages: { '': {}, 'node_modules/thing': { ...GOOD, ...entry } } })

describe('dependencies', () => {
  test('that are held to version, content and licence are in order', () => {
    expect(faultsOf({ dependencies: { thing: '1.2.3' } }, locked({}))).toEqual([])
    expect(
      faultsOf({ optionalDependencies: { thing: '18.4.0-beta.17' } }, locked({ license: 'MIT AND OFL-1.1' })),
    ).toEqual([])
    expect(faultsOf({}, locked({ license: '(BSD-3-Clause OR GPL-2.0)' }))).toEqual([])
  })

  test.each(['^1.2.3', '~1.2.3', '1.x', '*', 'latest', 'github:a/b', '>=1.0.0'])(
    'of version %s are reported',
    version => {
      expect(faultsOf({ devDependencies: { thing: version } }, locked({}))).toEqual([
        `thing: ${version} is no exact version`,
      ])
    },
  )

  test.each([
    [{ integrity: undefined }, 'thing: the lock file does not hold it to its content'],
    [{ integrity: 'sha1-abc' }, 'thing: the lock file does not hold it to its content'],
    [{ resolved: 'git+ssh://git@example.org/a.git' }, 'thing: it does not come from the registry'],
    [{ license: 'GPL-3.0' }, 'thing: licence GPL-3.0'],
    [{ license: 'MIT AND GPL-3.0' }, 'thing: licence MIT AND GPL-3.0'],
    [{ license: undefined }, 'thing: licence unknown'],
  ])('as %j are reported', (entry, fault) => {
    expect(faultsOf({}, locked(entry))).toEqual([fault])
  })
})

describe('known holes', () => {
  test('that are severe are reported', () => {
    const vulnerabilities = {
      small: { severity: 'moderate', range: '<1' },
      large: { severity: 'high', range: '<2' },
      worst: { severity: 'critical', range: '<3' },
    }
    expect(severeHoles(JSON.stringify({ vulnerabilities }))).toEqual(['large <2: high', 'worst <3: critical'])
  })

  test.each(['', 'not JSON', '{"message":"405 Method Not Allowed"}'])('are unknown where %j is the answer', answer => {
    expect(severeHoles(answer)).toBeUndefined()
  })
})
