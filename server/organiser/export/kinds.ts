import type { ExportKindName } from '#domain/organiser/export/export-kind.ts'
import type { ExportKind } from './export-kind.ts'
import { attendees } from './kinds/attendees.ts'
import { checkIns } from './kinds/check-ins.ts'
import { orders, payments } from './kinds/money.ts'

/** How each kind of export is opened. */
export const KINDS: Readonly<Record<ExportKindName, ExportKind>> = {
  attendees,
  'check-ins': checkIns,
  orders,
  payments,
}
