import { useQueryCache } from '#client/frame/calls/use-query.tsx'
import { useRef, useState } from 'react'
import { type CallResult, type WireProblem, explain } from '#client/frame/calls/call-result.ts'
import { tabStorage } from '#client/frame/storage/browser-storage.ts'
import { pollQuery, sendVote, useAdmitted } from './use-pin.ts'
import { keepVote, keptVote } from '../poll-pin/kept-pin.ts'

export type Voting = {
  /** What was chosen before, in this visit. */
  readonly counted: number | undefined
  /** It has just been counted: now is the time to say thanks. */
  readonly isThanked: boolean
  readonly isSending: boolean
  readonly problems: readonly WireProblem[]
  send(optionId: number): Promise<void>
  /** Back to the choice. */
  change(): void
}

/** Sends a choice, once however often the button is pressed, and knows what became of it. */
export function useVote(pollId: number, onClosed: () => void): Voting {
  const { ballot, leave } = useAdmitted()
  const cache = useQueryCache()
  const [counted, setCounted] = useState(() => keptVote(tabStorage, { ...ballot, pollId }))
  const [isThanked, setIsThanked] = useState(false)
  const [isSending, setIsSending] = useState(false)
  const [problems, setProblems] = useState<readonly WireProblem[]>([])
  const isUnderWay = useRef(false)

  const follow = async (answer: CallResult<boolean>, optionId: number) => {
    const next = afterVote(answer)
    if (next.kind === 'thanks') {
      keepVote(tabStorage, { ...ballot, pollId }, optionId)
      setCounted(optionId)
      setProblems([])
      return setIsThanked(true)
    }
    if (next.kind === 'pin') return leave(next.problem)
    if (next.kind === 'shown') return setProblems(next.problems)
    // The poll has been closed, or the option taken out of it: what it is like now says which.
    const now = await cache.fetchQuery({ ...pollQuery(ballot, pollId), staleTime: 0 }).catch(() => undefined)
    return now ? setProblems([OPTION_GONE]) : onClosed()
  }
  const send = async (optionId: number) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setIsSending(true)
    await follow(await sendVote(ballot, pollId, optionId), optionId)
    isUnderWay.current = false
    setIsSending(false)
  }
  return { counted, isThanked, isSending, problems, send, change: () => setIsThanked(false) }
}

const OPTION_GONE: WireProblem = { field: 'option', code: 'foyer.poll.option-gone', args: [] }

/** What a page does once a vote has been answered. */
type AfterVote =
  | { readonly kind: 'thanks' }
  /** The poll or the option is not there any more. */
  | { readonly kind: 'gone' }
  /** The ticket may not vote any more: its PIN is asked for again. */
  | { readonly kind: 'pin'; readonly problem: WireProblem }
  /** The choice stays, and may be sent again. */
  | { readonly kind: 'shown'; readonly problems: readonly WireProblem[] }

export function afterVote(answer: CallResult<boolean>): AfterVote {
  if (answer.kind === 'done') return { kind: 'thanks' }
  if (answer.kind !== 'refused') return { kind: 'shown', problems: explain(answer) }
  const [problem] = answer.problems
  if (problem?.code === 'not_found') return { kind: 'gone' }
  return problem?.field === 'pin' ? { kind: 'pin', problem } : { kind: 'shown', problems: answer.problems }
}
