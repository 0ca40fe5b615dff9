import type { FastifyReply } from 'fastify'
import type { Principal } from '#domain/access/principal/principal.ts'
import type { ExportFormat, ExportKindName } from '#domain/organiser/export/export-kind.ts'
import { actorOf } from '#server/access/member/audit.ts'
import type { Shop } from '#server/catalog/context.ts'
import { recordChange } from '#server/foundation/audit/change-log.ts'
import { transaction } from '#server/foundation/database/database.ts'
import { type ReadyExport, type Whose, exportFileName } from './open-target.ts'
import { MEDIA_TYPES, writeExport } from './write-file.ts'

/** For whom any kind of export is. */
export const FOR_EXPORTS = ['serve-orders', 'manage-orders'] as const

type Noted = {
  readonly kind: ExportKindName
  readonly format: ExportFormat
  readonly whose: Whose
  readonly keys: readonly string[]
  readonly filter: object
}

/** Notes in the log of changes who has exported what, before the first byte leaves. */
export async function noteExport(
  { db, clock }: Pick<Shop, 'db' | 'clock'>,
  by: Principal,
  { kind, format, whose, keys, filter }: Noted,
): Promise<void> {
  const actor = await actorOf(db, by)
  await transaction(db, tx =>
    recordChange(tx, actor, {
      kind: 'EXPORT',
      subjectId: whose.eventId,
      subject: kind,
      organizationId: whose.organizationId,
      action: 'EXPORTED',
      after: { format, columns: keys, ...filter },
      now: clock.now(),
    }),
  )
}

type Sent = {
  readonly ready: ReadyExport
  readonly kind: ExportKindName
  readonly format: ExportFormat
  readonly whose: Whose
  readonly language: string
}

/** Streams the file: its rows are read as the client takes them, and no more once it has left. */
export function sendExport(
  { clock }: Pick<Shop, 'clock'>,
  reply: FastifyReply,
  { ready, kind, format, whose, language }: Sent,
): FastifyReply {
  return reply
    .type(MEDIA_TYPES[format])
    .header('Content-Disposition', `attachment; filename="${exportFileName({ kind, format, whose }, clock.now())}"`)
    .send(writeExport(ready.opened, { format, keys: ready.keys, language }))
}
