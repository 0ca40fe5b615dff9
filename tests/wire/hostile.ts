/** Values that no browser sends and an attacker will. */

/** For a place in an address, already encoded. */
export const HOSTILE_TEXTS: readonly string[] = [
  '%00',
  'a%00b',
  '%ED%A0%80',
  '%ff',
  '%',
  '%zz',
  '..%2f..%2fetc',
  '%2e%2e',
  'constructor',
  '__proto__',
  'toString',
  'hasOwnProperty',
  'a'.repeat(150),
  'a'.repeat(1_000),
  '9'.repeat(40),
  '-1',
  '0',
  '2147483648',
  '1e400',
  'NaN',
  'null',
  'undefined',
  '0a0a0a0a-0000-4000-8000-00000000000',
  '0A0A0A0A-0000-4000-8000-000000000000',
  '%F0%9F%98%80',
  "'%20or%201=1--",
  '%22',
  '%0d%0aSet-Cookie:%20a=b',
  '%E2%80%AE',
  '*',
  '%5B%5D',
  '<script>',
]

const NUL = '\u0000'
const LONE_SURROGATE = '\ud800'

/** For a place in a JSON body. */
export const HOSTILE_VALUES: readonly unknown[] = [
  null,
  true,
  -1,
  0,
  2_147_483_648,
  9_007_199_254_740_992,
  1e308,
  0.1,
  '',
  ' ',
  NUL,
  `a${NUL}b`,
  LONE_SURROGATE,
  `x${LONE_SURROGATE}`,
  'a'.repeat(300),
  'a'.repeat(20_000),
  'UNKNOWN',
  '__proto__',
  'constructor',
  '2027-13-45T99:99',
  '9999-12-31T23:59',
  '-271821-04-20T00:00',
  '😀',
  '\u202e\r\nBcc: x@example.org',
  "'; drop table ticket --",
  {},
  [],
  [[]],
  [null],
  { [NUL]: NUL },
  { constructor: 1 },
  JSON.parse('{"__proto__": {"isAdmin": true}}'),
  Array.from({ length: 1_001 }, () => 1),
]

/** Whole bodies, as bytes. */
export const HOSTILE_BODIES: readonly string[] = [
  '',
  ' ',
  '{',
  '}',
  '{"a"',
  'null',
  '[]',
  '[1]',
  '"text"',
  '1',
  'true',
  '{}',
  '{"a":1,"a":2}',
  '\ufeff{}',
  'a=b&c=d',
  '<xml/>',
  '{"__proto__":{}}',
  '{"constructor":{"prototype":{}}}',
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  `{"a":"${'x'.repeat(3_000_000)}"}`,
]

export const HOSTILE_TYPES: readonly (string | undefined)[] = [
  undefined,
  'application/json',
  'application/json; charset=latin1',
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'application/csp-report',
  'nonsense',
  '*/*',
]

/** The value with each of its parts, and itself, replaced in turn. */
export function* spoiled(value: unknown, by: readonly unknown[]): Generator<unknown> {
  yield* by
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const [index, member] of value.entries()) {
      for (const changed of spoiled(member, by)) yield value.with(index, changed)
    }
    return
  }
  for (const [key, member] of Object.entries(value)) {
    for (const changed of spoiled(member, by)) yield { ...value, [key]: changed }
  }
}
