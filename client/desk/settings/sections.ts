import type { Verb } from '#domain/access/principal/principal.ts'
import {
  deskEventSettingsPagePath,
  deskOrganizationSectionPagePath,
  deskPassSettingsPagePath,
  deskSettingsSectionPagePath,
  pathTo,
} from '#contract/paths.ts'

/** Whose settings a page shows: those of an event, a pass or an organisation; without any of them the shop's. */
export type Place = {
  readonly organizationId: number | null
  readonly eventId?: number
  readonly passId?: string
}

/** Keeps places apart, in the browser's memory and in queries. */
export const nameOf = ({ organizationId, eventId, passId }: Place): string => {
  if (eventId !== undefined) return `event-${eventId}`
  return passId === undefined ? String(organizationId ?? 'shop') : `pass-${passId}`
}

/** An event or a pass: what is of a whole organisation is not stated there. */
export const isOfOne = ({ eventId, passId }: Place): boolean => eventId !== undefined || passId !== undefined

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
  'codes',
  'keys',
  'webhooks',
  'texts',
  'advanced',
] as const
export type Section = (typeof SECTIONS)[number]

/** Sections that only organisations have, and who sees each: it is for those who may do this for the organisation. */
export const OF_ORGANIZATIONS = {
  codes: 'manage-events',
  keys: 'manage-members',
  webhooks: 'manage-members',
} as const satisfies Partial<Record<Section, Verb>>

export const isOfOrganizations = (section: Section): section is keyof typeof OF_ORGANIZATIONS =>
  section in OF_ORGANIZATIONS

export const isSection = (name: string | undefined): name is Section => SECTIONS.some(section => section === name)

export function sectionPath({ organizationId, eventId, passId }: Place, section: Section): string {
  if (eventId !== undefined) return pathTo(deskEventSettingsPagePath, { eventId, section })
  if (passId !== undefined) return pathTo(deskPassSettingsPagePath, { passId, section })
  return organizationId === null
    ? pathTo(deskSettingsSectionPagePath, { section })
    : pathTo(deskOrganizationSectionPagePath, { organizationId, section })
}

/** Id of the control of a setting. */
export const controlOf = (key: string): string => `setting-${key}`
