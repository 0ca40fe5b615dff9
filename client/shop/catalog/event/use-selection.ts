import type { OpenReservation } from '#contract/own.ts'
import { startTransition, useCallback, useEffect, useState } from 'react'
import { rememberHere, rememberedHere } from '#client/frame/storage/browser-storage.ts'
import { NOTHING_SELECTED, type Selection } from './selection.ts'

const MEMORY = 'foyerSelection'

export type Choose = {
  tickets(categoryId: number, count: number): void
  extras(extraId: number, count: number): void
  /** As typed. */
  amount(extraId: number, typed: string): void
}

/**
 * The visitor's choice. It outlives a reload, and is there again on the way back from the next step. Who has chosen nothing
 * here begins with what they hold.
 */
export function useSelection(held: OpenReservation | undefined): readonly [Selection, Choose] {
  const [selection, setSelection] = useState(NOTHING_SELECTED)

  // After hydration only: the server can't know it.
  useEffect(() => {
    const remembered = rememberedHere(MEMORY)
    if (remembered !== undefined) startTransition(() => setSelection(selectionFrom(remembered)))
  }, [])

  useEffect(() => {
    if (held && rememberedHere(MEMORY) === undefined) startTransition(() => setSelection(selectionOf(held)))
  }, [held])

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

function selectionOf({ tickets, extras }: OpenReservation): Selection {
  const counted = extras.filter(({ amount }) => amount === null)
  return {
    tickets: Object.fromEntries(tickets.map(({ categoryId, quantity }) => [categoryId, quantity])),
    extras: Object.fromEntries(counted.map(({ serviceId, quantity }) => [serviceId, quantity])),
    amounts: Object.fromEntries(extras.map(({ serviceId, amount }) => [serviceId, amount ?? ''])),
  }
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
