import { expect, test } from 'vitest'
import { MAX_PASSWORD_LENGTH, passwordProblem } from './password.ts'

const ADA = { email: 'ada.lovelace@example.org', name: 'Ada Lovelace' }
const codeOf = (password: string) => passwordProblem(password, ADA)?.code ?? null

test.each([
  ['eleven char', 'foyer.desk.password.too-short'],
  ['', 'foyer.desk.password.too-short'],
  ['🎟️'.repeat(5), 'foyer.desk.password.too-short'],
  ['x'.repeat(MAX_PASSWORD_LENGTH + 1), 'foyer.desk.password.too-long'],
  ['aaaaaaaaaaaaaaaa', 'foyer.desk.password.easy'],
  ['abababababababab', 'foyer.desk.password.easy'],
  ['ada.lovelace@example.org', 'foyer.desk.password.easy'],
  ['AdaLovelace123', 'foyer.desk.password.easy'],
])('"%s" is refused: %s', (password, code) => {
  expect(codeOf(password)).toBe(code)
})

test.each(['correct horse battery', 'Fünf Äpfel am Baum', 'the engine weaves patterns', 'xq7 Lm2 pR9 tz'])(
  '"%s" is taken',
  password => {
    expect(codeOf(password)).toBeNull()
  },
)
