import type { ListedDeskPass } from '#contract/desk-pass.ts'
import { deskPassPath, deskPassesPath } from '#contract/paths.ts'
import { valueOf } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { queryOptions } from '#client/frame/calls/use-query.tsx'

export type PassFilter = {
  readonly organizationId: number | undefined
  readonly status: ListedDeskPass['status'] | undefined
  readonly cursor?: string
}

/** A part of the list of passes that the member may edit. */
export const passesQuery = (filter: PassFilter) =>
  queryOptions({
    queryKey: ['desk', 'passes', filter.organizationId ?? '', filter.status ?? '', filter.cursor ?? ''],
    queryFn: ({ signal }) => valueOf(server().call('GET', deskPassesPath, { query: filter, signal })),
    staleTime: 5_000,
  })

/** A pass with what its organiser states and what has been sold. */
export const passQuery = (passId: string) =>
  queryOptions({
    queryKey: ['desk', 'pass', passId],
    queryFn: ({ signal }) => valueOf(server().call('GET', deskPassPath, { params: { passId }, signal })),
    staleTime: 5_000,
  })
