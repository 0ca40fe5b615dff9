import { deskOrganizationSectionPagePath, deskSettingsSectionPagePath, pathTo } from '#contract/paths.ts'

/** Whose settings a page shows: an organisation's, or without one the shop's. */
export type Place = { readonly organizationId: number | null }

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
  'webhooks',
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
