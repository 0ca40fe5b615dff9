import { expect, test } from 'vitest'
import { isProbablyMistyped } from './mail-address.ts'

test.each([
  'ada@example.org',
  "o'brien+tickets@mail.example.co.uk",
  'ada_l@b\u00fccher.example',
  'ada@\u043f\u0440\u0438\u043c\u0435\u0440.\u0440\u0444',
  'ada@xn--e1afmkfd.xn--p1ai',
  `${'a'.repeat(64)}@example.org`,
  '1@2.example',
])('%s can get mail', email => {
  expect(isProbablyMistyped(email)).toBe(false)
})

test.each([
  ['mailto:ada@example.org', 'the scheme of a link'],
  ['a..b@example.org', 'two dots before the @'],
  ['a.@example.org', 'a dot before the @'],
  ['a@b..example', 'two dots after the @'],
  ['angle>x@example.org', 'a bracket'],
  ['ada,@example.org', 'a comma'],
  [`${'a'.repeat(65)}@example.org`, '65 characters before the @'],
  ['j\u00fcrg@example.org', 'a letter beyond ASCII before the @'],
  ['ada@localhost', 'no dot'],
  ['ada@example.c', 'a top level of one letter'],
  ['ada@192.0.2.1', 'a top level of digits'],
  ['ada@-example.org', 'a label that begins with a hyphen'],
  ['ada@example-.org', 'a label that ends with a hyphen'],
  [`ada@${'b'.repeat(64)}.org`, 'a label of 64 characters'],
  ['ada@exam(ple.org', 'a bracket after the @'],
])('%s is probably mistyped: %s', email => {
  expect(isProbablyMistyped(email)).toBe(true)
})
