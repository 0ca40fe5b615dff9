import { queryOptions } from '@tanstack/react-query'
import { mePath, myReservationsPath } from '#contract/account-paths.ts'
import type { ClientRedirect, ProfileForm, User } from '#contract/user.ts'
import type { ValidatedResponse } from '#contract/wrapper.ts'
import { type CallResult, type Failure, type WireProblem, explain, valueOf } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'

/** What the visitor has ordered while signed in, by event or pass; null: nothing. */
export const myOrdersQuery = () =>
  queryOptions({
    queryKey: ['my-orders'],
    queryFn: ({ signal }) => valueOf(server().call('GET', myReservationsPath, { signal })),
    staleTime: 0,
    refetchOnWindowFocus: true,
  })

/** What is kept now, and what is strange about it. */
export function saveProfile(form: ProfileForm): Promise<CallResult<ValidatedResponse<User | null>>> {
  return server().call('POST', mePath, { body: form })
}

/** Ends the account and all its sessions; says where the browser goes then. */
export function deleteProfile(): Promise<CallResult<ClientRedirect>> {
  return server().call('DELETE', mePath)
}

/** Why a call about the account came to nothing; it may be that the session has ended meanwhile. */
export function explainToOwner(failure: Failure): readonly WireProblem[] {
  const isSignedOut = failure.kind === 'failed' && failure.status === 401
  return isSignedOut ? [{ field: '', code: 'foyer.account.session-over', args: [] }] : explain(failure)
}
