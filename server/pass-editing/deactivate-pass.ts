import { noteAudit } from '#server/audit/audit.ts'
import type { Shop } from '#server/context.ts'
import { transaction } from '#server/database/database.ts'
import type { PassOwner } from './find-pass.ts'
import { disablePass } from './pass-store.ts'

/** Takes a pass off the shelf: nobody sees or buys it any more, and those that were sold stay good. */
export async function deactivatePass({ db, clock }: Pick<Shop, 'db' | 'clock'>, { id }: PassOwner): Promise<void> {
  const now = clock.now()
  await transaction(db, async tx => {
    await disablePass(tx, id, now)
    await noteAudit(tx, { at: now, type: 'PASS_DEACTIVATE', passId: id })
  })
}
