import { useQueryCache } from '#client/frame/calls/use-query.tsx'
import { useState } from 'react'
import { useNavigate } from '#client/routing/router.tsx'
import type { WireProblem } from '#client/frame/calls/call-result.ts'
import { useToast } from '#client/kit/notice/notice.tsx'
import { useLanguage } from '#client/language/language-context.ts'
import { loadEngine } from './use-order.ts'
import type { PlacedProblem, Refused } from './order/problems.tsx'
import type { OrderToSubmit } from './order/submit-order.ts'
import type { Selection } from './selection.ts'

type Reserve = Refused & {
  readonly isReserving: boolean
  reserve(order: OrderToSubmit): Promise<void>
}

type ReserveProps = {
  readonly shortName: string
  /** What is chosen now: a problem with something that was changed since is none any more. */
  readonly selection: Selection
  /** What another page says went wrong. */
  readonly initial: readonly WireProblem[]
  /** Called so that the stock can be read again: it is the likeliest reason. With what is wrong with the code, if it is. */
  readonly onRefused: (codeProblem: WireProblem | undefined) => void
}

/** Holds what is chosen and goes on to the details. A refusal stays on the page with the choice as it was. */
export function useReserve({ shortName, initial, selection, onRefused }: ReserveProps): Reserve {
  const { language, t } = useLanguage()
  const toast = useToast()
  const navigate = useNavigate()
  const cache = useQueryCache()
  const [refused, setRefused] = useState<Refused>({ problems: initial, refusal: Math.min(1, initial.length) })
  const [isReserving, setReserving] = useState(false)

  const refuse = (problems: readonly PlacedProblem[], status?: number) => {
    setReserving(false)
    setRefused(before => ({ problems, refusal: before.refusal + 1, status }))
  }

  async function reserve(order: OrderToSubmit) {
    setReserving(true)
    const engine = await loadEngine().catch(() => undefined)
    if (!engine) {
      setReserving(false)
      return toast(t('foyer.error.unreachable'), 'bad')
    }
    const answer = await engine.submitOrder({ shortName, language }, order)
    if (answer.kind === 'held') {
      engine.askWhatIsHeld(cache)
      const path = `/event/${encodeURIComponent(shortName)}/reservation/${encodeURIComponent(answer.reservationId)}/book`
      return navigate({ pathname: path, search: carriedOn(location.search) })
    }
    refuse(answer.problems, answer.status)
    if (order.held) engine.askWhatIsHeld(cache)
    onRefused(answer.codeProblem)
  }

  const problems = refused.problems.filter(({ isOpen }) => isOpen?.(selection) ?? true)
  return { ...refused, problems, isReserving, reserve }
}

/** The query goes along, but for the errors of an earlier try. */
function carriedOn(search: string): string {
  const query = new URLSearchParams(search)
  query.delete('errors')
  return query.size === 0 ? '' : `?${query}`
}
