import { startTransition, useCallback, useEffect, useState } from 'react'
import { rememberHere, rememberedHere } from '../../../history-memory.ts'
import { NOTHING_SELECTED, type Selection } from './selection.ts'

const MEMORY = 'foyerSelection'

export type Choose = {
  tickets(categoryId: number, count: number): void
  extras(extraId: number, count: number): void
  /** As typed. */
  amount(extraId: number, typed: string): void
}

/** The visitor's choice. It outlives a reload, and is there again on the way back from the next step. */
export function useSelection(): readonly [Selection, Choose] {
  const [selection, setSelection] = useState(NOTHING_SELECTED)

  // After hydration only: the server can't know it.
  useEffect(() => {
    const remembered = rememberedHere(MEMORY)
    if (remembered !== undefined) startTransition(() => setSelection(selectionFrom(remembered)))
  }, [])

  const choose = useCallback((part: keyof Selection, id: number, value: number | string) => {
    setSelection(before => {
      const after = { ...before, [part]: { ...before[part], [id]: value } }
      rememberHere(MEMORY, after)
      return after
    })
  }, [])
  const [ways] = useState<Choose>(() => ({
    tickets: (id, count) => choose('tickets', id, count),
    extras: (id, count) => choose('extras', id, count),
    amount: (id, typed) => choose('amounts', id, typed),
  }))
  return [selection, ways]
}

function selectionFrom(remembered: unknown): Selection {
  const part = <Value>(name: keyof Selection, is: (value: unknown) => value is Value) =>
    Object.fromEntries(
      Object.entries(Object(Object(remembered)[name])).filter((entry): entry is [string, Value] => is(entry[1])),
    )
  return { tickets: part('tickets', isCount), extras: part('extras', isCount), amounts: part('amounts', isText) }
}

const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) > 0
const isText = (value: unknown): value is string => typeof value === 'string'
