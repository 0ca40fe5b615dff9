import type { Verb } from '#domain/access/principal/principal.ts'

/**
 * What can be exported, and who may: people by those who serve orders, money by those who manage them. A new kind is a row
 * here, a row in server/organiser/export/kinds.ts, and its texts.
 */
export const EXPORT_KINDS = {
  attendees: { verb: 'serve-orders', isOfEvent: true },
  'check-ins': { verb: 'serve-orders', isOfEvent: false },
  orders: { verb: 'manage-orders', isOfEvent: false },
  payments: { verb: 'manage-orders', isOfEvent: false },
} as const satisfies Record<string, { readonly verb: Verb; readonly isOfEvent: boolean }>

export type ExportKindName = keyof typeof EXPORT_KINDS

export const EXPORT_KIND_NAMES: readonly ExportKindName[] = ['attendees', 'check-ins', 'orders', 'payments']

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** The time that an export is about: all, or the day, the seven days or the month that have ended last. */
export const EXPORT_PERIODS = ['ALL', 'DAY', 'WEEK', 'MONTH'] as const
export type ExportPeriod = (typeof EXPORT_PERIODS)[number]
