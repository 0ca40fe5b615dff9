import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ticketCategoriesQuery } from '../../shell/calls/offer-queries.ts'
import type { Event } from '#contract/event.ts'
import { useHeldOf } from '../../checkout/held/use-held.ts'
import { useCode } from './code/use-code.ts'
import { useEngine } from './order/use-engine.ts'
import { NO_CHOICE, choiceOf } from './selection.ts'
import { useSelection } from './use-selection.ts'

/** What is offered, with the visitor's code, and what has been chosen of it; in the place of what is held already. */
export function useOrder({ shortName }: Event) {
  const held = useHeldOf(shortName)
  const cache = useQueryClient()
  const code = useCode(shortName, held)
  const offer = useQuery({
    ...ticketCategoriesQuery(shortName, code.applied?.code, held?.id),
    // As it was, with another code or another order, or as everybody sees it.
    placeholderData: previous => previous ?? cache.getQueryData(ticketCategoriesQuery(shortName).queryKey),
  })
  const { data: items, isPlaceholderData } = offer
  const [selection, choose] = useSelection(held)
  const choice = useMemo(() => (items ? choiceOf(items, selection) : NO_CHOICE), [items, selection])
  const engine = useEngine(choice.ticketCount > 0)
  const isSettled = !code.isChecking && !isPlaceholderData
  return { offer, code, selection, choose, choice, engine, isSettled, held }
}

export type Order = ReturnType<typeof useOrder>
