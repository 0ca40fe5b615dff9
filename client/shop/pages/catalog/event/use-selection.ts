import { useCallback, useEffect, useState } from 'react'
import { rememberHere, rememberedHere } from '../../../history-memory.ts'
import { NOTHING_SELECTED, type Selection } from './selection.ts'

const MEMORY = 'foyerSelection'

/** The visitor's choice of tickets. It outlives a reload, and is there again on the way back from the next step. */
export function useSelection(): readonly [Selection, (categoryId: number, count: number) => void] {
  const [selection, setSelection] = useState(NOTHING_SELECTED)

  // After hydration only: the server can't know it.
  useEffect(() => setSelection(selectionFrom(rememberedHere(MEMORY))), [])

  const choose = useCallback((categoryId: number, count: number) => {
    setSelection(before => {
      const after = { ...before, [categoryId]: count }
      rememberHere(MEMORY, after)
      return after
    })
  }, [])
  return [selection, choose]
}

function selectionFrom(remembered: unknown): Selection {
  if (typeof remembered !== 'object' || remembered === null) return NOTHING_SELECTED
  return Object.fromEntries(Object.entries(remembered).filter(([, count]) => Number.isInteger(count) && count > 0))
}
