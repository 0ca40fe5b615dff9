import { Progress } from '#client/kit/order-summary/order-summary.tsx'
import { useLanguage, useT } from '#client/language/language-context.ts'
import { has } from '#domain/order/reservation/states.ts'
import { contextAddress, reservationAddress, useOpenReservation } from '../frame/open-reservation.ts'
import { useTabTitle } from '#client/kit/page/page.tsx'
import { inLanguage } from '#domain/foundation/language/texts.ts'

const STEPS = ['tickets', 'details', 'payment', 'done'] as const

type OrderStepsProps = { readonly current: (typeof STEPS)[number]; readonly isBusy?: boolean }

/**
 * The four steps of a purchase; a free order has nothing to pay in the third (specification, booking 1). While it is open,
 * tickets and details can be changed.
 */
export function OrderSteps({ current, isBusy = false }: OrderStepsProps) {
  const t = useT()
  const { place, reservation } = useOpenReservation()
  const { free } = reservation.orderSummary
  const isOpen = has(reservation, 'isOpen') && !isBusy
  const names = [
    'breadcrumb.step1',
    'breadcrumb.step2',
    free ? 'breadcrumb.step3.free' : 'breadcrumb.step3',
    'breadcrumb.step4',
  ]
  const ways = isOpen ? [contextAddress(place), reservationAddress(place, 'book')] : []
  const steps = names.map((name, position) => {
    const to = position < STEPS.indexOf(current) ? ways[position] : undefined
    return to === undefined ? t(name) : { name: t(name), to }
  })
  return <Progress steps={steps} current={STEPS.indexOf(current)} isBusy={isBusy} />
}

/** Names the browser tab after the step and the event: "Your details · Alpine Systems Days". */
export function useStepTitle(title: string): void {
  const { context } = useOpenReservation()
  const { language } = useLanguage()
  useTabTitle(`${title} · ${inLanguage(context.title, language)}`)
}
