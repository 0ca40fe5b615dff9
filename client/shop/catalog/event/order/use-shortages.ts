import { useState } from 'react'
import type { ItemsByCategory } from '#contract/event.ts'
import { type Selection, chosenOf } from '../selection.ts'

export type Offered = {
  readonly items: ItemsByCategory
  readonly selection: Selection
  /** The offer is the one for the code that counts. */
  readonly isSettled: boolean
}

/** What a change of the offer takes out of an order: from so many to so many of something. */
export type Shortage = { readonly name: string; readonly before: number; readonly now: number }

const NONE: readonly Shortage[] = []

/** What has gone since the visitor last changed the choice: others have bought, or a code has come or gone. */
export function useShortages({ items, selection, isSettled }: Offered): readonly Shortage[] {
  const [chosenFrom, setChosenFrom] = useState<Pick<Offered, 'items' | 'selection'>>()
  if (!isSettled) return NONE
  if (chosenFrom?.selection !== selection) {
    setChosenFrom({ items, selection })
    return NONE
  }
  return shortagesOf(chosenFrom.items, items, selection)
}

/** Compares what was chosen of an earlier offer with what can be had of the present one. */
export function shortagesOf(before: ItemsByCategory, now: ItemsByCategory, selection: Selection): Shortage[] {
  const left = new Map(now.ticketCategories.map(category => [category.id, chosenOf(category, selection)]))
  return before.ticketCategories
    .map(category => ({
      name: category.name,
      before: chosenOf(category, selection),
      now: left.get(category.id) ?? 0,
    }))
    .filter(change => change.now < change.before)
}
