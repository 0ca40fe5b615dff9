import type { EventDraft } from '#domain/organiser/event-editing/event-draft.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { noteAudit } from '#server/foundation/audit/audit.ts'
import type { Tx } from '#server/foundation/database/database.ts'

type Change = {
  readonly eventId: number
  readonly now: Instant
  readonly draft: EventDraft
  /** Null when the event is new. */
  readonly stored: EventDraft | null
}

/** Notes that an organiser created or changed an event, by the names of what changed: values may be personal. */
export async function auditChange(tx: Tx, { eventId, now, draft, stored }: Change): Promise<void> {
  await noteAudit(tx, {
    at: now,
    type: stored === null ? 'EVENT_CREATE' : 'EVENT_UPDATE',
    eventId,
    ...(stored && { modifications: { changed: changedMembers(stored, draft) } }),
  })
}

/** What is not stored with the event (settings, own texts, the organisation's codes and groups) counts when stated. */
export function changedMembers<Draft extends object>(stored: Draft, draft: Draft): string[] {
  const before = new Map<string, unknown>(Object.entries(stored))
  return Object.entries(draft)
    .filter(([name, value]) => written(value) !== written(before.get(name)))
    .map(([name]) => name)
}

const written = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? String(part) : part))
