import { expect, onTestFinished, test, vi } from 'vitest'
import { dismissedAnnouncement, markOf } from './banners.tsx'

test('announcements have marks of letters and digits, and a changed word makes another one', () => {
  const marks = ['<p>Doors open at eight</p>', '<p>Doors open at nine</p>', '<p>Türen öffnen um 8 🚪</p>', ''].map(
    markOf,
  )
  expect(new Set(marks).size).toBe(4)
  for (const mark of marks) expect(mark).toMatch(/^[0-9a-z]{1,7}$/)
  expect(markOf('<p>Doors open at eight</p>')).toBe(marks[0])
})

test('one announcement is put away at a time, and each watcher is called', () => {
  const page = new EventTarget()
  for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const) {
    vi.stubGlobal(name, page[name].bind(page))
  }
  onTestFinished(() => void vi.unstubAllGlobals())
  let changes = 0
  const stop = dismissedAnnouncement.watch(() => (changes += 1))
  dismissedAnnouncement.set(markOf('eight'))
  expect(dismissedAnnouncement.read()).toBe(markOf('eight'))
  dismissedAnnouncement.set(markOf('nine'))
  expect(dismissedAnnouncement.read()).toBe(markOf('nine'))
  stop()
  dismissedAnnouncement.set(markOf('ten'))
  expect(changes).toBe(2)
})
