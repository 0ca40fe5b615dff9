import { createContext, use, useEffect, useState } from 'react'
import { useLocation, useNavigate } from '#client/routing/router.tsx'
import { type CallResult, type WireProblem, valueOf } from '#client/frame/calls/call-result.ts'
import { tabStorage } from '#client/frame/storage/browser-storage.ts'
import { dropPin, keepPin, keptPin } from '../poll-pin/kept-pin.ts'
import type { Event } from '#contract/event.ts'
import type { Poll } from '#contract/poll.ts'
import { withoutGaps } from '#domain/foundation/text/text.ts'
import { queryOptions } from '#client/frame/calls/use-query.tsx'
import { server } from '#client/frame/calls/server.ts'
import { pollAnswerPath, pollPath, pollsPath } from '#contract/ticket-paths.ts'

export type PinInUse = {
  /** Empty: it has to be asked for. */
  readonly pin: string
  /** The one before, where there was something wrong with it. */
  readonly tried: string
  /** Why the one before was given up. */
  readonly problem: WireProblem | undefined
  enter(pin: string): void
  leave(problem?: WireProblem): void
}

/** The PIN of this visit: as the address brings it, which it leaves at once, or as it was entered before. */
export function usePin(shortName: string): PinInUse {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const brought = pinIn(search)
  const [setting, setSetting] = useState<Pick<PinInUse, 'pin' | 'tried' | 'problem'>>(() =>
    using(brought || keptPin(tabStorage, shortName)),
  )

  useEffect(() => {
    if (!new URLSearchParams(search).has('pin')) return
    if (brought !== '') {
      keepPin(tabStorage, shortName, brought)
      setSetting(using(brought))
    }
    navigate({ pathname, search: withoutPin(search), hash }, { replace: true })
  }, [brought, shortName, pathname, search, hash, navigate])

  return {
    ...setting,
    enter: pin => {
      keepPin(tabStorage, shortName, pin)
      setSetting(using(pin))
    },
    leave: problem => {
      dropPin(tabStorage, shortName)
      setSetting({ pin: '', tried: problem ? setting.pin : '', problem })
    },
  }
}

const using = (pin: string) => ({ pin, tried: '', problem: undefined })

const pinIn = (search: string): string => typedPin(new URLSearchParams(search).get('pin') ?? '')

function withoutPin(search: string): string {
  const query = new URLSearchParams(search)
  query.delete('pin')
  return query.toString()
}

/** What the pages of polls know once a PIN has been accepted. */
type Admitted = {
  readonly event: Event
  readonly ballot: Ballot
  readonly polls: readonly Poll[]
  readonly isLooking: boolean
  /** Reads the polls again; answers how many are open, undefined when that is unknown. */
  refresh(): Promise<number | undefined>
  /** Asks for a PIN again; `problem` is why this one is not good any more. */
  leave(problem?: WireProblem): void
}

export const AdmittedContext = createContext<Admitted | undefined>(undefined)

export function useAdmitted(): Admitted {
  const admitted = use(AdmittedContext)
  if (!admitted) throw new Error('no polls: the page is outside its frame')
  return admitted
}

/** A PIN as it is sent: in capitals, without the blanks and dashes that people put between its characters. */
export const typedPin = (typed: string): string => withoutGaps(typed).toUpperCase()

/** Who votes, and where. */
export type Ballot = { readonly shortName: string; readonly pin: string }

export function listPolls({ shortName, pin }: Ballot, signal?: AbortSignal): Promise<CallResult<Poll[]>> {
  return server().callWrapped('GET', pollsPath, { params: { shortName }, query: { pin }, ...(signal && { signal }) })
}

/** The polls that are open to the ticket behind a PIN, in the organiser's order. One opens while people sit and look. */
export const pollsQuery = (ballot: Ballot) =>
  queryOptions({
    queryKey: ['polls', ballot.shortName, ballot.pin],
    queryFn: ({ signal }) => valueOf(listPolls(ballot, signal)),
    staleTime: 2_000,
    refetchOnWindowFocus: true,
  })

/** One of them with what can be chosen. */
export const pollQuery = ({ shortName, pin }: Ballot, pollId: number) =>
  queryOptions({
    queryKey: ['poll', shortName, pin, pollId],
    queryFn: ({ signal }) =>
      valueOf(server().callWrapped('GET', pollPath, { params: { shortName, pollId }, query: { pin }, signal })),
    staleTime: 2_000,
  })

export function sendVote({ shortName, pin }: Ballot, pollId: number, optionId: number): Promise<CallResult<boolean>> {
  return server().callWrapped('POST', pollAnswerPath, { params: { shortName, pollId }, body: { pin, optionId } })
}
