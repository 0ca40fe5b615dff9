import { expect, test } from 'vitest'
import { createProofDesk } from './proof-desk.ts'

test('a check is open from the question to its answer', async () => {
  const desk = createProofDesk()
  const seen: boolean[] = []
  const stop = desk.subscribe(() => seen.push(desk.openCheck() !== undefined))
  const proof = desk.ask()
  desk.openCheck()?.settle('p1')
  expect(await proof).toBe('p1')
  stop()
  void desk.ask()
  expect(seen).toEqual([true, false])
})

test('calls that ask meanwhile share the check, later ones get a new one', async () => {
  const desk = createProofDesk()
  const both = Promise.all([desk.ask(), desk.ask()])
  desk.openCheck()?.settle('p1')
  const later = desk.ask()
  desk.openCheck()?.settle(undefined)
  expect([...(await both), await later]).toEqual(['p1', 'p1', undefined])
})
