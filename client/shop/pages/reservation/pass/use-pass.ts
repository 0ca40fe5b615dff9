import { useState } from 'react'
import { type WireProblem, explain, problemFromWire } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { useToast } from '#client/kit/toast/toast-context.ts'
import { useT } from '#client/language/language-context.ts'
import { applyCodePath, removeCodePath } from '#contract/paths.ts'
import { isUuid } from '#domain/uuid.ts'
import { type OpenReservation, useOpenReservation } from '../frame/open-reservation.ts'

/** What the buyer does with a pass that pays for tickets of the order. */
export type PassUse = {
  /** What the pass is called that pays; undefined while none does. */
  readonly applied: string | undefined
  readonly isAsking: boolean
  readonly problem: WireProblem | undefined
  apply(typed: string): Promise<void>
  remove(): Promise<void>
}

/** No refusal of the wire: the pass is good, and not for this event or none of these tickets. */
const NOT_FOR_THESE: WireProblem = { field: '', code: 'foyer.pass.not-for-these', args: [] }

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
    const wrong = await applyPass(place.reservationId, typed)
    if (wrong === undefined) {
      await reload()
      toast(t('reservation-page.overview.applied-subscription-code'))
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

/**
 * A pass that the address brings along, from the list of its events, is applied before the overview is shown; whatever comes of
 * it, the order goes on (specification, booking 4).
 */
export async function applyBroughtPass({ place, context }: Pick<OpenReservation, 'place' | 'context'>): Promise<void> {
  const brought = new URLSearchParams(location.search).get('subscription') ?? ''
  if (context.canApplySubscriptions && isUuid(brought)) await applyPass(place.reservationId, brought)
}

/** Returns what was wrong with it. A refusal comes with a good status, and is told with what was typed (specification, booking 5). */
async function applyPass(reservationId: string, typed: string): Promise<WireProblem | undefined> {
  const code = typed.trim()
  const answer = await server().call('POST', applyCodePath, {
    params: { reservationId },
    body: { code, email: null, type: 'SUBSCRIPTION' },
  })
  if (answer.kind !== 'done') return explain(answer)[0]
  const { value, validationErrors } = answer.value
  const [refused] = validationErrors.map(problemFromWire)
  if (refused) return { ...refused, args: refused.args.length > 0 ? refused.args : [code] }
  return value === true ? undefined : NOT_FOR_THESE
}
