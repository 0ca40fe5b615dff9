import { useMemo } from 'react'
import type { Event, ItemsByCategory } from '#contract/event.ts'
import type { EventCode } from '#contract/promo-code.ts'
import { useLanguage } from '#client/language/language-context.ts'
import type { Choice } from '../selection.ts'
import { type RunningTotal, runningTotal } from './running-total.ts'
import { type Granted, useGrantedDiscount } from './use-granted-discount.ts'

/** What is being ordered. */
export type Chosen = {
  readonly event: Event
  readonly items: ItemsByCategory
  readonly choice: Choice
  /** The code that counts. */
  readonly applied: EventCode | undefined
}

/** What the order comes to, with what is granted to it. */
export function useOrderTotal({ event, items, choice, applied }: Chosen): {
  readonly total: RunningTotal
  readonly granted: Granted
} {
  const { language, t } = useLanguage()
  const granted = useGrantedDiscount(event.shortName, choice, applied)
  const discount = t('reservation.dynamic.discount.description')
  const total = useMemo(
    () => runningTotal(choice, { event, items, code: applied, granted: granted.discount }, { language, discount }),
    [event, items, choice, applied, granted.discount, language, discount],
  )
  return { total, granted }
}
