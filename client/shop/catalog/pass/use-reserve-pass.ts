import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type WireProblem, explain, httpStatusOf } from '#client/frame/calls/call-result.ts'
import { useLanguage } from '#client/language/language-context.ts'
import { passReservationPath, pathTo } from '#contract/paths.ts'
import { reservePass } from '../../shell/calls/reserve-pass.ts'

type Refused = {
  readonly problems: readonly WireProblem[]
  /** Counts the refusals, so that the same problem met twice is shown twice. */
  readonly refusal: number
  /** Of the HTTP answer that refused. */
  readonly status?: number | undefined
}

type ReservePassProps = { readonly id: string; readonly onRefused: () => void }

/** Holds one pass and goes on to the details. A refusal stays on the page. */
export function useReservePass({ id, onRefused }: ReservePassProps) {
  const { language } = useLanguage()
  const navigate = useNavigate()
  const [isReserving, setReserving] = useState(false)
  const [refused, setRefused] = useState<Refused>({ problems: [], refusal: 0 })

  async function reserve(): Promise<void> {
    setReserving(true)
    const answer = await reservePass(id, language)
    if (answer.kind === 'done') {
      const order = pathTo(passReservationPath, { id, reservationId: answer.value })
      return navigate({ pathname: `${order}/book`, search: location.search })
    }
    setReserving(false)
    setRefused(({ refusal }) => ({ problems: explain(answer), refusal: refusal + 1, status: httpStatusOf(answer) }))
    onRefused()
  }
  return { refused, isReserving, reserve }
}
