import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ticketCategoriesQuery } from '../../../../api/queries.ts'
import type { Event } from '#contract/event.ts'
import { useCode } from './code/use-code.ts'
import { useEngine } from './order/use-engine.ts'
import { NO_CHOICE, choiceOf } from './selection.ts'
import { useSelection } from './use-selection.ts'

/** What is offered, with the visitor's code, and what has been chosen of it. */
export function useOrder({ shortName }: Event) {
  const code = useCode(shortName)
  const offer = useQuery({
    ...ticketCategoriesQuery(shortName, code.applied?.code),
    placeholderData: keepPreviousData,
  })
  const { data: items, isPlaceholderData } = offer
  const [selection, choose] = useSelection()
  const choice = useMemo(() => (items ? choiceOf(items, selection) : NO_CHOICE), [items, selection])
  const engine = useEngine(choice.ticketCount > 0)
  const isSettled = !code.isChecking && !isPlaceholderData
  return { offer, code, selection, choose, choice, engine, isSettled }
}

export type Order = ReturnType<typeof useOrder>
