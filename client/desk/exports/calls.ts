import { deskExportColumnsPath, deskSavedExportsPath } from '#contract/paths.ts'
import type { ResponseOf } from '#contract/call.ts'
import type { ExportedBy, describeExport } from '#contract/desk-exports.ts'
import type { ExportKindName } from '#domain/organiser/export/export-kind.ts'
import { valueOf } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { queryOptions } from '#client/frame/calls/use-query.tsx'

/** The saved exports, and of what the member may export. */
export const savedExportsQuery = () =>
  queryOptions({
    queryKey: ['desk', 'saved-exports'],
    queryFn: ({ signal }) => valueOf(server().call('GET', deskSavedExportsPath, { signal })),
    staleTime: 2_000,
  })

export type Whose = Pick<ExportedBy, 'event' | 'organization'>

/** The event, or else the organisation, as a request names it. */
export const named = ({ event, organization }: Whose) => (event === null ? { organization } : { event })

/** The columns of a kind, and to whom it can be mailed. */
export const columnsQuery = (kind: ExportKindName, whose: Whose) =>
  queryOptions({
    queryKey: ['desk', 'export-columns', kind, JSON.stringify(whose)],
    queryFn: ({ signal }) =>
      valueOf(server().call('GET', deskExportColumnsPath, { params: { kind }, query: named(whose), signal })),
    staleTime: 5_000,
  })

export type Described = ResponseOf<typeof describeExport, 200>
