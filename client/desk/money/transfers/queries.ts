import { deskBankEntriesPath, deskSettledEntriesPath, deskTransfersPath } from '#contract/paths.ts'
import { valueOf } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { queryOptions } from '#client/frame/calls/use-query.tsx'
import { MONEY_KEY } from '../queries.ts'

type Of = { readonly organizationId: number; readonly cursor?: string }

export const entriesQuery = ({ organizationId, cursor }: Of) =>
  queryOptions({
    queryKey: [...MONEY_KEY, 'entries', organizationId, cursor ?? ''],
    queryFn: ({ signal }) =>
      valueOf(server().call('GET', deskBankEntriesPath, { query: { organizationId, cursor }, signal })),
    staleTime: 0,
  })

export const settledQuery = ({ organizationId, cursor }: Of) =>
  queryOptions({
    queryKey: [...MONEY_KEY, 'settled', organizationId, cursor ?? ''],
    queryFn: ({ signal }) =>
      valueOf(server().call('GET', deskSettledEntriesPath, { query: { organizationId, cursor }, signal })),
    staleTime: 0,
  })

type Sought = Of & { readonly q?: string; readonly isOverdue?: boolean }

export const transfersQuery = ({ organizationId, q, isOverdue, cursor }: Sought) =>
  queryOptions({
    queryKey: [...MONEY_KEY, 'transfers', organizationId, q ?? '', isOverdue ?? false, cursor ?? ''],
    queryFn: ({ signal }) =>
      valueOf(
        server().call('GET', deskTransfersPath, {
          query: { organizationId, q, ...(isOverdue && { isOverdue }), cursor },
          signal,
        }),
      ),
    staleTime: 0,
  })
