import { deskSettingsPath } from '#contract/paths.ts'
import { valueOf } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { queryOptions } from '#client/frame/calls/use-query.tsx'
import { type Place, nameOf } from './sections.ts'

/** The place as calls want it in an address. */
export const asQuery = ({ organizationId, eventId, passId }: Place) => ({
  ...(organizationId !== null && { organizationId }),
  ...(eventId !== undefined && { eventId }),
  ...(passId !== undefined && { passId }),
})

/** Its settings in the words of a language, read again whenever the page is opened. */
export const settingsQuery = (place: Place, language: string) =>
  queryOptions({
    queryKey: ['desk', 'settings', nameOf(place), language],
    queryFn: ({ signal }) =>
      valueOf(server().call('GET', deskSettingsPath, { query: asQuery(place), language, signal })),
    staleTime: 0,
  })
