import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type CallResult, type Failure, type WireProblem, explain } from '#client/frame/calls/call-result.ts'
import type { OpenReservation } from '#contract/own.ts'
import type { DynamicDiscount, EventCode } from '#contract/promo-code.ts'
import { rememberHere, rememberedHere } from '#client/frame/storage/browser-storage.ts'
import { checkDiscountPath, validateCodePath } from '#contract/paths.ts'
import { server } from '#client/frame/calls/server.ts'
import type { TicketCount } from '../../reserve-tickets.ts'

const MEMORY = 'foyerCode'

/** What was refused, and the code it was about. */
type CodeProblem = WireProblem & { readonly code: string; readonly typed: string }

export type Code = {
  /** The code that counts. */
  readonly applied: EventCode | undefined
  /** A code is being checked: until then it isn't known which tickets there are. */
  readonly isChecking: boolean
  readonly problem: CodeProblem | undefined
  /** Returns whether the code is good; otherwise `problem` says why. */
  apply(typed: string): Promise<boolean>
  remove(): void
  /** The server no longer takes it. */
  drop(problem: WireProblem): void
}

type State = Pick<Code, 'applied' | 'isChecking' | 'problem'>

const NO_CODE: State = { applied: undefined, isChecking: false, problem: undefined }

/** Codes are stored in capitals. */
const asStored = (typed: string): string => typed.trim().toUpperCase()

/**
 * The visitor's code: typed, from the address (`?code=`), or kept over a reload and on the way back. It is always asked
 * for anew, for it may have been used up meanwhile. What an open order was made with is there as well.
 */
export function useCode(shortName: string, held?: Pick<OpenReservation, 'id' | 'code'>): Code {
  const [state, setState] = useState(NO_CODE)
  const { id: replaces, code: codeHeld } = held ?? {}
  const latest = useRef(0)

  const apply = useCallback(
    async (typed: string) => {
      const turn = ++latest.current
      const code = asStored(typed)
      setState(before => ({ ...before, isChecking: true, problem: undefined }))
      const answer = await validateCode(shortName, code, replaces)
      if (turn !== latest.current) return false
      if (answer.kind === 'done') {
        rememberHere(MEMORY, code)
        setState({ ...NO_CODE, applied: answer.value })
        return true
      }
      if (answer.kind === 'refused') clear()
      setState({ ...NO_CODE, problem: problemOf(answer, code) })
      return false
    },
    [shortName, replaces],
  )

  // After hydration only: the address and the memory are the visitor's, and the page is everybody's.
  useEffect(() => {
    const brought = new URLSearchParams(location.search).get('code') ?? rememberedHere(MEMORY) ?? codeHeld
    if (typeof brought === 'string' && brought.trim() !== '') void apply(brought)
  }, [apply, codeHeld])

  return useMemo(() => {
    const end = (problem: CodeProblem | undefined) => {
      latest.current++
      clear()
      setState({ ...NO_CODE, problem })
    }
    const typed = state.applied?.code ?? ''
    return { ...state, apply, remove: () => end(undefined), drop: problem => end({ ...problem, typed }) }
  }, [state, apply])
}

function problemOf(failure: Failure, typed: string): CodeProblem | undefined {
  const [problem] = explain(failure)
  return problem && { ...problem, typed }
}

/** A code that is gone must not come back with a reload. */
function clear(): void {
  rememberHere(MEMORY, undefined)
  const address = new URL(location.href)
  if (!address.searchParams.has('code')) return
  address.searchParams.delete('code')
  history.replaceState(history.state, '', address)
}

/** Asks whether a code is good now, be it held by the order that is to be replaced. */
function validateCode(shortName: string, code: string, replaces?: string): Promise<CallResult<EventCode>> {
  return server().callWrapped('GET', validateCodePath, { params: { shortName }, query: { code, replaces } })
}

/** Asks what a selection is granted without a code; null: nothing. */
export function checkDiscount(
  shortName: string,
  tickets: readonly TicketCount[],
  signal: AbortSignal,
): Promise<CallResult<DynamicDiscount | null>> {
  return server().call('POST', checkDiscountPath, {
    params: { shortName },
    body: { reservation: tickets.map(({ categoryId, count }) => ({ ticketCategoryId: categoryId, amount: count })) },
    signal,
  })
}
