import { expect, test } from 'vitest'
import { errorInLog, textInLog } from './log.ts'

test.each([
  ['no mail to ada@example.org', 'no mail to [mail address]'],
  ['<ada.lovelace+x@mail.example.org>: unknown', '<[mail address]>: unknown'],
  ['/event/ada%40example.org', '/event/[mail address]'],
  ['to jürgen@bücher.example, again', 'to [mail address], again'],
  ['from 203.0.113.77:5432', 'from [network address]'],
  ['from 2001:db8::77, twice', 'from [network address], twice'],
  ['{"address":"203.0.113.77","port":1}', '{"address":"[network address]","port":1}'],
  ['connect ECONNREFUSED 127.0.0.1:25', 'connect ECONNREFUSED 127.0.0.1:25'],
  ['GET /api/events?email=ada&name=Ada failed', 'GET /api/events failed'],
  ['https://x.example/a?b=c', 'https://x.example/a'],
  ['reservation 7f3a91c2-1111-4222-8333-444455556666', 'reservation 7f3a91c2…'],
  [`ticket ${'0a'.repeat(32)}`, 'ticket 0a0a0a0a…'],
  ['at 12:34:56, file.ts:12:3, PostgreSQL 18.1', 'at 12:34:56, file.ts:12:3, PostgreSQL 18.1'],
  ['at run (node:internal/process:9:1)', 'at run (node:internal/process:9:1)'],
])('%s is logged as: %s', (text, expected) => {
  expect(textInLog(text)).toBe(expected)
})

test('a long text is cut before it is examined', () => {
  expect(textInLog('word '.repeat(2_000_000))).toHaveLength(2_000)
})

test('of an error the log has the facts about the program, and none about people', () => {
  const refusal = Object.assign(new Error('Data command failed: 550 5.7.1 Ada Lovelace <ada@example.org> is no more'), {
    code: 'EENVELOPE',
    responseCode: 550,
    response: '550 5.7.1 Ada Lovelace <ada@example.org> is no more',
    command: 'DATA',
    rejected: ['ada@example.org'],
    envelope: { to: ['ada@example.org'] },
  })
  const wrapped = new Error('no mail to ada@example.org', { cause: refusal })
  expect(errorInLog(wrapped)).toMatchObject({
    message: 'no mail to [mail address]',
    cause: { code: 'EENVELOPE', responseCode: 550, command: 'DATA', message: 'the mail server answered 550 5.7.1' },
  })
  expect(JSON.stringify(errorInLog(wrapped))).not.toMatch(/ada@|Lovelace/)
  expect(errorInLog(wrapped).stack).toMatch(/^Error: no mail to \[mail address\]\n\s+at /)
})

test('a value that a parser quotes is left out', () => {
  const quoted = Object.assign(new Error('invalid input syntax for type integer: "Ada "the" Lovelace"'), {
    severity: 'ERROR',
    code: '22P02',
  })
  expect(errorInLog(quoted).message).toBe('invalid input syntax for type integer: "…"')
  const unread = new SyntaxError(`Unexpected token 'A', "Ada Lovelace" is not valid JSON`)
  expect(errorInLog(unread).message).not.toContain('Lovelace')
})

test('a thrown value that is no error is logged cleaned, and an error that is its own cause comes to an end', () => {
  expect(errorInLog('ada@example.org')).toEqual({ type: 'string', message: '[mail address]', stack: '' })
  const own = new Error('round')
  own.cause = own
  expect(JSON.stringify(errorInLog(own)).match(/"message":"round"/g)).toHaveLength(6)
})
