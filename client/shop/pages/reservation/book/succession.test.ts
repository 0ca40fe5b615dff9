import { expect, test } from 'vitest'
import { noteSuccessor, successorOf } from './succession.ts'

function aDrawer() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

test('an order that was replaced twice leads to the last one, and an open one nowhere', () => {
  const drawer = aDrawer()
  noteSuccessor(drawer, 'a', 'b')
  noteSuccessor(drawer, 'b', 'c')
  expect(successorOf(drawer, 'a')).toBe('c')
  expect(successorOf(drawer, 'c')).toBeUndefined()
})

test('a circle ends', () => {
  const drawer = aDrawer()
  noteSuccessor(drawer, 'a', 'b')
  noteSuccessor(drawer, 'b', 'a')
  expect(successorOf(drawer, 'a')).toBe('b')
})
