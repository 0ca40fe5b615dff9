import { useState } from 'react'
import { type WireProblem, explain } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { useToast } from '#client/kit/notice/notice.tsx'
import { useT } from '#client/language/language-context.ts'
import { removeCodePath } from '#contract/paths.ts'
import { useOpenReservation } from '../frame/open-reservation.ts'
import { applyPass } from './apply-pass.ts'

/** What the buyer does with a pass that pays for tickets of the order. */
export type PassUse = {
  /** What the pass is called that pays; undefined while none does. */
  readonly applied: string | undefined
  readonly isAsking: boolean
  readonly problem: WireProblem | undefined
  apply(typed: string): Promise<void>
  remove(): Promise<void>
}

export function usePass(): PassUse {
  const t = useT()
  const toast = useToast()
  const { place, reservation, reload } = useOpenReservation()
  const [isAsking, setIsAsking] = useState(false)
  const [problem, setProblem] = useState<WireProblem>()
  const applied = reservation.orderSummary.summary.find(({ type }) => type === 'APPLIED_SUBSCRIPTION')

  const apply = async (typed: string) => {
    setIsAsking(true)
    setProblem(undefined)
    const wrong = await applyPass(reservation, typed)
    if (wrong === undefined) {
      await reload()
      toast(t('reservation-page.overview.applied-subscription-code'), 'good')
    }
    setProblem(wrong)
    setIsAsking(false)
  }
  const remove = async () => {
    setIsAsking(true)
    const answer = await server().call('DELETE', removeCodePath, {
      params: { reservationId: place.reservationId },
      query: { type: 'SUBSCRIPTION' },
    })
    if (answer.kind === 'done') toast(t('reservation-page.overview.removed-subscription'))
    else for (const { code, args } of explain(answer)) toast(t(code, ...args), 'bad')
    await reload()
    setIsAsking(false)
  }
  return { applied: applied && (applied.name ?? ''), isAsking, problem, apply, remove }
}
