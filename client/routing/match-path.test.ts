import { describe, expect, test } from 'vitest'
import { decodedPath, matchPath } from './match-path.ts'

describe('a path fits a pattern', () => {
  test.each([
    ['/', '/', {}],
    ['/events-all', '/events-all', {}],
    ['/events-all', '/Events-ALL//', {}],
    ['/event/:shortName', '/event/alpine', { shortName: 'alpine' }],
    ['/event/:shortName', '/event/ALPINE/', { shortName: 'ALPINE' }],
    ['/event/:shortName/code/:code', '/event/a/code/10%25', { shortName: 'a', code: '10%25' }],
    ['/event/:shortName/*', '/event/a', { shortName: 'a', '*': '' }],
    ['/event/:shortName/*', '/event/a/reservation/7/book', { shortName: 'a', '*': 'reservation/7/book' }],
    ['/o/:slug', '/o/a%2Fb', { slug: 'a/b' }],
    ['*', '/anything/at/all', { '*': '/anything/at/all' }],
  ])('%s has %s', (pattern, path, params) => expect(matchPath(pattern, path)).toEqual(params))
})

test.each([
  ['/', '/events-all'],
  ['/event/:shortName', '/event/'],
  ['/event/:shortName', '/event'],
  ['/event/:shortName', '/event/a/b'],
  ['/event/:shortName', '//event/a'],
  ['/event/:shortName/poll', '/event/a/polls'],
  ['/event/:shortName/*', '/event'],
  ['/event/:shortName/*', '/subscription/a'],
])('%s does not have %s', (pattern, path) => expect(matchPath(pattern, path)).toBeUndefined())

describe('a path', () => {
  test('is decoded segment by segment: an encoded slash does not separate', () => {
    const path = decodedPath('/o/caf%C3%A9%2Fbar/events-all')
    expect(path).toBe('/o/café%2Fbar/events-all')
    expect(matchPath('/o/:slug/events-all', path)).toEqual({ slug: 'café/bar' })
  })

  test('that is encoded wrongly is left as it is', () => expect(decodedPath('/o/%E0%A4%A')).toBe('/o/%E0%A4%A'))
})
