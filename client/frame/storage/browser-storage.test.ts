import { describe, expect, test } from 'vitest'
import { rememberHere, tabStorageIn } from './browser-storage.ts'
import { aStorage } from '../../../tests/support/client/test-storage.ts'

const denied = () => {
  throw new Error('denied')
}

const storages = {
  'the browser keeps things': () => tabStorageIn(aStorage()),
  'the browser forbids its storage': () => tabStorageIn(denied),
  'the storage is full': () => tabStorageIn(() => ({ ...aStorage()(), setItem: denied })),
}

describe.each(Object.entries(storages))('where %s', (_, open) => {
  test('a value and a text are there until they are removed', () => {
    const storage = open()
    storage.write('a', { b: [1] })
    storage.writeText('c', 'plain')
    expect([storage.read('a'), storage.readText('c')]).toEqual([{ b: [1] }, 'plain'])
    storage.remove('a')
    storage.remove('c')
    expect([storage.read('a'), storage.readText('c')]).toEqual([null, null])
  })

  test('the last that was written counts', () => {
    const storage = open()
    storage.write('a', 1)
    storage.write('a', 2)
    expect(storage.read('a')).toBe(2)
  })

  test('all keys with one beginning are removed, and nothing else', () => {
    const storage = open()
    for (const key of ['a.1', 'a.2', 'b.1']) storage.write(key, key)
    storage.removeAll('a.')
    expect(['a.1', 'a.2', 'b.1'].map(key => storage.read(key))).toEqual([null, null, 'b.1'])
  })

  test('what can not be read is nothing', () => {
    const storage = open()
    storage.writeText('a', '{"b":')
    expect(storage.read('a')).toBeUndefined()
  })
})

test('a text that no longer fits does not leave the older one in its place', () => {
  const kept = aStorage()()
  let isFull = false
  const storage = tabStorageIn(() => ({ ...kept, setItem: (...entry) => (isFull ? denied() : kept.setItem(...entry)) }))
  storage.writeText('a', 'old')
  isFull = true
  storage.writeText('a', 'new')
  expect([storage.readText('a'), kept.getItem('a')]).toEqual(['new', null])
})

test('a history that takes nothing more is no error', () => {
  // There is none at all where this runs.
  expect(() => rememberHere('a', 1)).not.toThrow()
})
