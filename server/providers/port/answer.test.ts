import { expect, test } from 'vitest'
import { momentOf } from './answer.ts'

test.each([
  ['2026-11-20T11:43:29+01:00', Date.UTC(2026, 10, 20, 10, 43, 29)],
  ['2026-11-20T10:43:29Z', Date.UTC(2026, 10, 20, 10, 43, 29)],
  ['2026-11-20T10:43:29.500Z', Date.UTC(2026, 10, 20, 10, 43, 29, 500)],
  ['2026-11-20T10:43:29', null],
  ['2026-09-01T10:00:00.000+02:00', Date.UTC(2026, 8, 1, 8)],
  ['soon', null],
  ['', null],
  [null, null],
  [undefined, null],
])('the time %j is %s, wherever the process runs', (text, moment) => {
  const before = process.env['TZ']
  for (const zone of ['Pacific/Auckland', 'America/Caracas']) {
    process.env['TZ'] = zone
    expect(momentOf(text)).toBe(moment)
  }
  if (before === undefined) delete process.env['TZ']
  else process.env['TZ'] = before
})
