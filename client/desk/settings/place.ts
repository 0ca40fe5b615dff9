import {
  deskOrganizationSectionPagePath,
  deskSettingsPath,
  deskSettingsSectionPagePath,
  pathTo,
} from '#contract/paths.ts'
import { valueOf } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { queryOptions } from '#client/frame/calls/use-query.tsx'

/** Whose settings a page shows: an organisation's, or without one the shop's. */
export type Place = { readonly organizationId: number | null }

/** The place as calls want it in an address. */
export const asQuery = ({ organizationId }: Place) => (organizationId === null ? {} : { organizationId })

/** Its settings in the words of a language, read again whenever the page is opened. */
export const settingsQuery = (place: Place, language: string) =>
  queryOptions({
    queryKey: ['desk', 'settings', place.organizationId, language],
    queryFn: ({ signal }) =>
      valueOf(server().call('GET', deskSettingsPath, { query: asQuery(place), language, signal })),
    staleTime: 0,
  })

/** Pages of settings, in their order: groups of settings by their section, and those that are pages of their own. */
export const SECTIONS = [
  'shop',
  'mail',
  'payments',
  'tickets',
  'look',
  'sign-in',
  'legal',
  'retention',
  'keys',
  'texts',
  'advanced',
] as const
export type Section = (typeof SECTIONS)[number]

export const isSection = (name: string | undefined): name is Section => SECTIONS.some(section => section === name)

export const sectionPath = ({ organizationId }: Place, section: Section): string =>
  organizationId === null
    ? pathTo(deskSettingsSectionPagePath, { section })
    : pathTo(deskOrganizationSectionPagePath, { organizationId, section })

/** Id of the control of a setting. */
export const controlOf = (key: string): string => `setting-${key}`
