import { noteAudit } from '#server/foundation/audit/audit.ts'
import type { Shop } from '#server/catalog/context.ts'
import { transaction } from '#server/foundation/database/database.ts'
import type { PassOwner } from './find-pass.ts'
import { disablePass } from './pass-store.ts'

/** Takes a pass off sale: buyers neither see nor buy it any more, and sold ones stay valid. False when it was off. */
export async function deactivatePass({ db, clock }: Pick<Shop, 'db' | 'clock'>, { id }: PassOwner): Promise<boolean> {
  const now = clock.now()
  return transaction(db, async tx => {
    const wasOn = await disablePass(tx, id, now)
    if (wasOn) await noteAudit(tx, { at: now, type: 'PASS_DEACTIVATE', passId: id })
    return wasOn
  })
}
