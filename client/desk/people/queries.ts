import { deskMemberChangesPath, deskMembersPath, deskProviderSettingsPath } from '#contract/paths.ts'
import { valueOf } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { queryOptions } from '#client/frame/calls/use-query.tsx'
import type { ScopeQuery } from './scopes.ts'

export const membersQuery = (scope: ScopeQuery) =>
  queryOptions({
    queryKey: ['desk', 'members', scope.organizationId ?? 0, scope.eventId ?? 0],
    queryFn: ({ signal }) => valueOf(server().call('GET', deskMembersPath, { query: scope, signal })),
    staleTime: 0,
  })

type Part = { readonly organizationId: number | undefined; readonly cursor: string | undefined }

export const changesQuery = ({ organizationId, cursor }: Part) =>
  queryOptions({
    queryKey: ['desk', 'member-changes', organizationId ?? 0, cursor ?? ''],
    queryFn: ({ signal }) =>
      valueOf(server().call('GET', deskMemberChangesPath, { query: { organizationId, cursor }, signal })),
    staleTime: 0,
  })

/** Null where there is no provider. */
export const providerQuery = (organizationId: number | undefined) =>
  queryOptions({
    queryKey: ['desk', 'provider', organizationId ?? 0],
    queryFn: async ({ signal }) => {
      const result = await server().call('GET', deskProviderSettingsPath, { query: { organizationId }, signal })
      return result.kind === 'missing' ? null : valueOf(Promise.resolve(result))
    },
    staleTime: 0,
  })
