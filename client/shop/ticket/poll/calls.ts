import { queryOptions } from '@tanstack/react-query'
import { type CallResult, valueOf } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { pollAnswerPath, pollPath, pollsPath } from '#contract/poll-paths.ts'
import type { Poll } from '#contract/poll.ts'

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
