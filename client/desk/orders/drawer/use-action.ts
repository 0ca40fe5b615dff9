import { useState } from 'react'
import type { OrderActionForm, OrderPlan } from '#contract/desk-order-action.ts'
import { deskOrderActionsPath, deskOrderPlanPath } from '#contract/paths.ts'
import { server } from '#client/frame/calls/server.ts'
import { useQueryCache } from '#client/frame/calls/use-query.tsx'
import { type Problems, useSending } from '#client/frame/forms/sent-form.tsx'
import { useToast } from '#client/kit/notice/notice.tsx'
import { useT } from '#client/language/language-context.ts'

/** What a dialog of an action knows: what will happen, as soon as it is read. */
export type ActionState = {
  readonly plan: OrderPlan | undefined
  /** The plan is another one than was shown before the press. */
  readonly isOther: boolean
  readonly problems: Problems | undefined
  readonly isSending: boolean
  readonly ask: (form: OrderActionForm) => Promise<void>
  readonly act: () => Promise<void>
  /** What was planned is not what is wanted any more. */
  readonly dropPlan: () => void
}

type Planned = { readonly form: OrderActionForm; readonly plan: OrderPlan; readonly isOther: boolean }

/** Plans an action on an order and does it, once however often it is pressed: a second press is the same request. */
export function useAction(orderId: string, onDone: () => Promise<unknown>): ActionState {
  const t = useT()
  const toast = useToast()
  const cache = useQueryCache()
  const { send, isSending, problems } = useSending()
  const [planned, setPlanned] = useState<Planned>()
  const [requestId, setRequestId] = useState(() => crypto.randomUUID())
  const params = { orderId }
  return {
    plan: planned?.plan,
    isOther: planned?.isOther ?? false,
    problems,
    isSending,
    dropPlan: () => setPlanned(undefined),
    ask: form =>
      send(
        () => server().call('POST', deskOrderPlanPath, { params, body: form }),
        answer => {
          if (answer.kind !== 'done') return setPlanned(undefined)
          setRequestId(crypto.randomUUID())
          setPlanned({ form, plan: answer.value, isOther: false })
        },
      ),
    act: async () => {
      if (!planned) return
      const { form, plan } = planned
      await send(
        () => server().call('POST', deskOrderActionsPath, { params, body: { ...form, seen: plan.seen, requestId } }),
        async answer => {
          if (answer.kind === 'done') {
            toast(t(`foyer.desk.order.act.${form.action}.done`), 'good')
            await onDone()
            void cache.invalidateQueries(['desk', 'orders'])
            return
          }
          // Another member was faster, or a buyer: what would happen now is shown instead.
          const again = await server().call('POST', deskOrderPlanPath, { params, body: form })
          if (again.kind === 'done') setPlanned({ form, plan: again.value, isOther: true })
          else setPlanned(undefined)
        },
      )
    },
  }
}
