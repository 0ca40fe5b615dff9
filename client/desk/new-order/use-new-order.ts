import { useState } from 'react'
import type { NewOrderForm, NewOrderPlan } from '#contract/desk-new-order.ts'
import { deskNewOrderPath, deskNewOrderPlanPath } from '#contract/paths.ts'
import { server } from '#client/frame/calls/server.ts'
import { useQueryCache } from '#client/frame/calls/use-query.tsx'
import { type Problems, useSending } from '#client/frame/forms/sent-form.tsx'

export type MadeOrder = { readonly orderId: string; readonly href: string }

export type NewOrderState = {
  readonly plan: NewOrderPlan | undefined
  /** The plan is another one than was shown before the press. */
  readonly isOther: boolean
  readonly made: MadeOrder | undefined
  readonly problems: Problems | undefined
  readonly isSending: boolean
  readonly ask: () => Promise<void>
  readonly make: () => Promise<void>
  readonly dropPlan: () => void
}

/** Plans an order and makes it, once however often it is pressed. */
export function useNewOrder(eventId: number, form: NewOrderForm): NewOrderState {
  const { send, isSending, problems } = useSending()
  const cache = useQueryCache()
  const [planned, setPlanned] = useState<{ readonly plan: NewOrderPlan; readonly isOther: boolean }>()
  const [made, setMade] = useState<MadeOrder>()
  const [requestId, setRequestId] = useState(() => crypto.randomUUID())
  const params = { eventId }
  return {
    plan: planned?.plan,
    isOther: planned?.isOther ?? false,
    made,
    problems,
    isSending,
    dropPlan: () => setPlanned(undefined),
    ask: () =>
      send(
        () => server().call('POST', deskNewOrderPlanPath, { params, body: form }),
        answer => {
          setRequestId(crypto.randomUUID())
          setPlanned(answer.kind === 'done' ? { plan: answer.value, isOther: false } : undefined)
        },
      ),
    make: () =>
      send(
        () =>
          server().call('POST', deskNewOrderPath, {
            params,
            body: { ...form, seen: planned?.plan.seen ?? '', requestId },
          }),
        async answer => {
          if (answer.kind === 'done') {
            setMade(answer.value)
            void cache.invalidateQueries(['desk', 'orders'])
            return
          }
          // The event or its seats have changed meanwhile: what would be made now is shown instead.
          const again = await server().call('POST', deskNewOrderPlanPath, { params, body: form })
          setPlanned(again.kind === 'done' ? { plan: again.value, isOther: true } : undefined)
        },
      ),
  }
}
