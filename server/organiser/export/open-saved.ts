import type { Principal } from '#domain/access/principal/principal.ts'
import type { Span } from '#domain/organiser/export/schedule.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type ReadyExport, type Whose, exportFileName, openWithColumns, whoseExport } from './open-target.ts'
import type { SavedFacts } from './saved-store.ts'

type For = { readonly by: Principal; readonly language: string; readonly span: Span }

export type ReadySaved = ReadyExport & { readonly whose: Whose; readonly fileName: (now: number) => string }

/**
 * Opens a saved export for a principal: with those of its columns that there still are, and that the principal may see.
 * Undefined where the principal may not have it, or none of its columns is left.
 */
export async function openSaved(
  shop: Shop,
  saved: SavedFacts,
  { by, language, span }: For,
): Promise<ReadySaved | undefined> {
  const { kind, format, eventId, organizationId, columns, state } = saved
  const whose = await whoseExport(shop.db, by, kind, { event: eventId, organization: organizationId })
  if (!whose?.ok) return undefined
  const people = state === null ? {} : { state }
  const asked = { kind, whose: whose.value, by, language, span, people, columns: undefined }
  const ready = await openWithColumns(shop, asked)
  if (!ready.ok) return undefined
  const keys = columns.filter(key => ready.value.keys.includes(key))
  if (keys.length === 0) return undefined
  const fileName = (now: number) => exportFileName({ kind, format, whose: whose.value }, now)
  return { opened: ready.value.opened, keys, whose: whose.value, fileName }
}
