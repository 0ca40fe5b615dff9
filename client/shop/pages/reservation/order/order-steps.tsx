import { Progress } from '#client/kit/progress/progress.tsx'
import { useT } from '#client/language/language-context.ts'
import { useOpenReservation } from '../frame/open-reservation.ts'

const STEPS = ['tickets', 'details', 'payment', 'done'] as const

type OrderStepsProps = { readonly current: (typeof STEPS)[number]; readonly isBusy?: boolean }

/** The four steps of a purchase; a free order has nothing to pay in the third (specification, booking 1). */
export function OrderSteps({ current, isBusy = false }: OrderStepsProps) {
  const t = useT()
  const { free } = useOpenReservation().reservation.orderSummary
  const names = [
    'breadcrumb.step1',
    'breadcrumb.step2',
    free ? 'breadcrumb.step3.free' : 'breadcrumb.step3',
    'breadcrumb.step4',
  ]
  return <Progress steps={names.map(name => t(name))} current={STEPS.indexOf(current)} isBusy={isBusy} />
}
