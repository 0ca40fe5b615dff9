import { useQuery, useQueryCache } from '#client/frame/calls/use-query.tsx'
import { startTransition, useCallback, useEffect, useMemo, useState } from 'react'
import { ticketCategoriesQuery } from '../../shell/calls/offer-queries.ts'
import type { Event } from '#contract/event.ts'
import { useCode } from './code/use-code.ts'
import { NOTHING_SELECTED, NO_CHOICE, type Selection, choiceOf, presetOf } from './selection.ts'
import type { OpenReservation } from '#contract/own.ts'
import { rememberHere, rememberedHere } from '#client/frame/storage/browser-storage.ts'
import type { Engine } from './order/engine.tsx'

/** What is offered, with the visitor's code, and what has been chosen of it; in the place of what is held already. */
export function useOrder({ shortName }: Event) {
  const held = useHeldOf(shortName)
  const cache = useQueryCache()
  const code = useCode(shortName, held)
  const offer = useQuery({
    ...ticketCategoriesQuery(shortName, code.applied?.code, held?.id),
    // As it was, with another code or another order, or as everybody sees it.
    placeholderData: previous => previous ?? cache.getQueryData(ticketCategoriesQuery(shortName).queryKey),
  })
  const { data: items, isPlaceholderData } = offer
  const [isTaken, setIsTaken] = useState(false)
  const engine = useEngine(isTaken)
  // With the sum of it: until then nothing can be said of a choice.
  const preset = useMemo(() => (items && engine ? presetOf(items) : NOTHING_SELECTED), [items, engine])
  const [selection, choose] = useSelection(held, preset)
  const choice = useMemo(() => (items ? choiceOf(items, selection) : NO_CHOICE), [items, selection])
  if (choice.ticketCount > 0 && !isTaken) setIsTaken(true)
  const isSettled = !code.isChecking && !isPlaceholderData
  return { offer, code, selection, choose, choice, engine, isSettled, held }
}

export type Order = ReturnType<typeof useOrder>

const MEMORY = 'foyerSelection'

export type Choose = {
  tickets(categoryId: number, count: number): void
  extras(extraId: number, count: number): void
  /** As typed. */
  amount(extraId: number, typed: string): void
}

/**
 * The visitor's choice. It outlives a reload, and is there again on the way back from the next step. A visitor who has
 * chosen nothing here begins with what they hold, or else with `preset`.
 */
function useSelection(held: OpenReservation | undefined, preset: Selection): readonly [Selection, Choose] {
  const [chosen, setSelection] = useState<Selection>()

  // After hydration only: the server can't know it.
  useEffect(() => {
    const remembered = rememberedHere(MEMORY)
    if (remembered !== undefined) startTransition(() => setSelection(selectionFrom(remembered)))
  }, [])

  useEffect(() => {
    if (held && rememberedHere(MEMORY) === undefined) startTransition(() => setSelection(selectionOf(held)))
  }, [held])

  // Like a choice of the visitor's from then on: what becomes of it is shown.
  useEffect(() => {
    if (preset !== NOTHING_SELECTED) startTransition(() => setSelection(before => before ?? preset))
  }, [preset])

  const choose = useCallback((part: keyof Selection, id: number, value: number | string) => {
    setSelection((before = NOTHING_SELECTED) => {
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
  return [chosen ?? NOTHING_SELECTED, ways]
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

/** Fetched as soon as the page lives; tried again with the first choice where that failed. */
function useEngine(isNeeded: boolean): Engine | undefined {
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

/** Fetches the bundle, once; one that failed is tried again. */
export async function loadEngine(): Promise<Engine> {
  const { engine } = await import('./order/engine.tsx')
  return engine
}

/** What an order of this event is known to replace: the latest that the visitor holds. The notice in the bar asks for it. */
function useHeldOf(shortName: string): OpenReservation | undefined {
  const { data } = useQuery<readonly OpenReservation[]>({ queryKey: ['held'], enabled: false })
  return data?.find(({ of }) => of.type === 'event' && of.publicIdentifier === shortName)
}
