import { inLanguage } from '#domain/foundation/language/texts.ts'
import { type ColumnOf, type ExportKind, labelled, openExport } from '../export-kind.ts'
import { type ScanRow, scansAfter } from '../export-store.ts'
import { shortener } from './money.ts'

/** Scans at the doors. */
export const checkIns: ExportKind = {
  open: async (shop, target) => {
    const short = await shortener(shop)
    const { language } = target
    return openExport({
      columns: labelled(shop, language, [
        { key: 'event.title', type: 'text', of: row => inLanguage(row.title, language) },
        ...COLUMNS,
        { key: 'order.shortId', type: 'text', of: row => short(row.orderId) },
        { key: 'event.timezone', type: 'text', of: row => row.zone },
      ]),
      after: (last: ScanRow | undefined) => scansAfter(shop.db, target, last),
    })
  },
}

const COLUMNS: readonly Omit<ColumnOf<ScanRow>, 'label'>[] = [
  { key: 'scan.at', type: 'date', of: ({ at, zone }) => ({ at, zone }) },
  { key: 'scan.operation', type: 'text', of: row => row.operation },
  { key: 'scan.status', type: 'text', of: row => row.status },
  { key: 'scan.door', type: 'text', of: row => row.door },
  { key: 'scan.by', type: 'text', of: row => row.scannedBy },
  { key: 'attendee.lastName', type: 'text', of: row => row.lastName },
  { key: 'attendee.firstName', type: 'text', of: row => row.firstName },
  { key: 'ticket.category', type: 'text', of: row => row.category },
  { key: 'ticket.id', type: 'text', of: row => row.ticketId },
]
