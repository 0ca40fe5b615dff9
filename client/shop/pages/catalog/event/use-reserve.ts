import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type WireProblem, explain } from '../../../../api/answer.ts'
import { reserveTickets } from '../../../../api/reserve.ts'
import { useLanguage } from '../../../../language/language-context.ts'
import type { ChosenLine } from './selection.ts'

type Reserve = {
  readonly problems: readonly WireProblem[]
  /** Counts the refusals, so that the same problem met twice is told twice. */
  readonly refusal: number
  readonly isReserving: boolean
  reserve(lines: readonly ChosenLine[]): Promise<void>
}

const NOTHING_CHOSEN: WireProblem = { field: '', code: 'error.STEP_1_SELECT_AT_LEAST_ONE', args: [] }

/**
 * Holds the chosen tickets and goes on to the details. A refusal stays on the page with the choice as it was.
 * `onRefused` is called so that the stock can be read again: it is the likeliest reason.
 */
export function useReserve(shortName: string, onRefused: () => void, initial: readonly WireProblem[]): Reserve {
  const { language } = useLanguage()
  const navigate = useNavigate()
  const [{ problems, refusal }, setRefused] = useState({ problems: initial, refusal: Math.min(1, initial.length) })
  const [isReserving, setReserving] = useState(false)

  const refuse = (reasons: readonly WireProblem[]) =>
    setRefused(before => ({ problems: reasons, refusal: before.refusal + 1 }))

  async function reserve(lines: readonly ChosenLine[]) {
    if (lines.length === 0) return refuse([NOTHING_CHOSEN])
    setReserving(true)
    const answer = await reserveTickets(
      shortName,
      language,
      lines.map(({ category, count }) => ({ categoryId: category.id, count })),
    )
    if (answer.kind === 'done') {
      const path = `/event/${encodeURIComponent(shortName)}/reservation/${encodeURIComponent(answer.value)}/book`
      return navigate({ pathname: path, search: carriedOn(location.search) })
    }
    setReserving(false)
    refuse(explain(answer))
    onRefused()
  }

  return { problems, refusal, isReserving, reserve }
}

/** The query goes along, but for the errors of an earlier try. */
function carriedOn(search: string): string {
  const query = new URLSearchParams(search)
  query.delete('errors')
  return query.size === 0 ? '' : `?${query}`
}
