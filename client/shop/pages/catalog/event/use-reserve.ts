import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { WireProblem } from '../../../../api/answer.ts'
import { useLanguage } from '../../../../language/language-context.ts'
import { loadEngine } from './order/load-engine.ts'
import type { PlacedProblem } from './order/placed-problem.ts'
import type { OrderToSubmit } from './order/submit-order.ts'

type Reserve = {
  readonly problems: readonly PlacedProblem[]
  /** Counts the refusals, so that the same problem met twice is told twice. */
  readonly refusal: number
  readonly isReserving: boolean
  reserve(order: OrderToSubmit): Promise<void>
}

type ReserveProps = {
  readonly shortName: string
  /** What another page says went wrong. */
  readonly initial: readonly WireProblem[]
  /** Called so that the stock can be read again: it is the likeliest reason. With what is wrong with the code, if it is. */
  readonly onRefused: (codeProblem: WireProblem | undefined) => void
}

const UNREACHABLE: PlacedProblem = { code: 'foyer.error.unreachable', args: [] }

/** Holds what is chosen and goes on to the details. A refusal stays on the page with the choice as it was. */
export function useReserve({ shortName, initial, onRefused }: ReserveProps): Reserve {
  const { language } = useLanguage()
  const navigate = useNavigate()
  const [refused, setRefused] = useState<{ problems: readonly PlacedProblem[]; refusal: number }>({
    problems: initial,
    refusal: Math.min(1, initial.length),
  })
  const [isReserving, setReserving] = useState(false)

  const refuse = (problems: readonly PlacedProblem[]) => {
    setReserving(false)
    setRefused(before => ({ problems, refusal: before.refusal + 1 }))
  }

  async function reserve(order: OrderToSubmit) {
    setReserving(true)
    const engine = await loadEngine().catch(() => undefined)
    if (!engine) return refuse([UNREACHABLE])
    const answer = await engine.submitOrder({ shortName, language }, order)
    if (answer.kind === 'held') {
      const path = `/event/${encodeURIComponent(shortName)}/reservation/${encodeURIComponent(answer.reservationId)}/book`
      return navigate({ pathname: path, search: carriedOn(location.search) })
    }
    refuse(answer.problems)
    onRefused(answer.codeProblem)
  }

  return { ...refused, isReserving, reserve }
}

/** The query goes along, but for the errors of an earlier try. */
function carriedOn(search: string): string {
  const query = new URLSearchParams(search)
  query.delete('errors')
  return query.size === 0 ? '' : `?${query}`
}
