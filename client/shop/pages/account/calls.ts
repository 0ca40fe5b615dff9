import { queryOptions } from '@tanstack/react-query'
import { mePath, myReservationsPath } from '#contract/account-paths.ts'
import type { ClientRedirect, ProfileForm, User } from '#contract/user.ts'
import { type CallResult, valueOf } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'

/** What the visitor has ordered while signed in, by event or pass; null: nothing. */
export const myOrdersQuery = () =>
  queryOptions({
    queryKey: ['my-orders'],
    queryFn: ({ signal }) => valueOf(server().call('GET', myReservationsPath, { signal })),
    staleTime: 0,
    refetchOnWindowFocus: true,
  })

export function saveProfile(form: ProfileForm): Promise<CallResult<User | null>> {
  return server().callWrapped('POST', mePath, { body: form })
}

/** Ends the account and all its sessions; says where the browser goes then. */
export function deleteProfile(): Promise<CallResult<ClientRedirect>> {
  return server().call('DELETE', mePath)
}
