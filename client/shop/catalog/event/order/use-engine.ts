import { useEffect, useState } from 'react'
import type { Engine } from './engine.ts'
import { loadEngine } from './load-engine.ts'

/** Fetched as soon as the page lives; tried again with the first choice where that failed. */
export function useEngine(isNeeded: boolean): Engine | undefined {
  const [engine, setEngine] = useState<Engine>()
  useEffect(() => {
    let isCurrent = true
    loadEngine().then(
      loaded => isCurrent && setEngine(loaded),
      // The page works without it, but for the sum.
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [isNeeded])
  return engine
}
