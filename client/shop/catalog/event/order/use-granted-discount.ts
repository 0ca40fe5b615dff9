import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { valueOf } from '#client/frame/calls/call-result.ts'
import { checkDiscount } from '../../../shell/calls/promo-code.ts'
import type { DynamicDiscount, EventCode } from '#contract/promo-code.ts'
import type { Choice } from '../selection.ts'
import { useSettled } from './use-settled.ts'

/** Time for a few presses in a row. */
const PAUSE_MS = 300
const KNOWN_FOR_MS = 30_000

export type Granted = {
  readonly discount: DynamicDiscount | undefined
  /** The selection has changed, and what it is granted is not known yet. */
  readonly isPending: boolean
}

/**
 * What the organiser grants to the selection as it is. A code that lowers prices takes its place. The last answer holds
 * until the next, so that the sum doesn't jump to and fro; an answer to an earlier selection is never taken.
 */
export function useGrantedDiscount(shortName: string, { tickets }: Choice, code: EventCode | undefined): Granted {
  const lines = tickets.map(({ category, count }) => `${category.id}:${count}`).join(' ')
  const settled = useSettled(lines, PAUSE_MS)
  const asked = useMemo(() => countsOf(settled), [settled])
  const isAsked = lines !== '' && asked.length > 0 && code?.type !== 'DISCOUNT'
  const { data, isPlaceholderData, isFetching } = useQuery({
    queryKey: ['discount', shortName, asked],
    queryFn: ({ signal }) => valueOf(checkDiscount(shortName, asked, signal)),
    staleTime: KNOWN_FOR_MS,
    retry: false,
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  const isPending = isAsked && (lines !== settled || isPlaceholderData || (isFetching && data === undefined))
  return { discount: (isAsked && data) || undefined, isPending }
}

function countsOf(lines: string) {
  const pairs = lines === '' ? [] : lines.split(' ').map(line => line.split(':').map(Number))
  return pairs.map(([categoryId = 0, count = 0]) => ({ categoryId, count }))
}
