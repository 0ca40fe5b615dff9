import { useEffect, useRef } from 'react'

/** A hand scanner types a code and Enter without a pause, on a slow device too. */
const PAUSE_MS = 600
const SHORTEST = 8

/** Takes what a hand scanner types wherever the focus is, but in a field. Enter alone goes on to the next person. */
export function useHandScanner(onCode: (code: string) => void, onEnter: () => void): void {
  const latest = useRef({ onCode, onEnter })
  useEffect(() => {
    latest.current = { onCode, onEnter }
  })
  useEffect(() => {
    let typed = ''
    let typedAt = 0
    const onKey = (event: KeyboardEvent) => {
      const { key, target, timeStamp } = event
      if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) return
      if (timeStamp - typedAt > PAUSE_MS) typed = ''
      if (key === 'Enter' && typed.length >= SHORTEST) {
        // Or it would press what has the focus.
        event.preventDefault()
        latest.current.onCode(typed)
        typed = ''
      } else if (key === 'Escape') latest.current.onEnter()
      else if (key.length === 1) {
        typed += key
        typedAt = timeStamp
      }
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}
