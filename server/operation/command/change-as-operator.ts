import { type Tx, transaction } from '#server/foundation/database/database.ts'
import { changeBesideEditor } from '#server/organiser/event-editing/change-beside-editor.ts'
import type { OpenShop } from '#server/shop.ts'

/**
 * Changes settings or texts in one transaction; those of an event are a change of it that the log has, since members may be
 * editing it.
 * @param contextId Null for the shop and organisations.
 */
export function changeAsOperator<Result>(
  { db, clock }: Pick<OpenShop, 'db' | 'clock'>,
  contextId: number | null,
  change: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  return transaction(db, tx => {
    if (contextId === null) return change(tx)
    const by = { memberId: null, actor: 'operator' }
    return changeBesideEditor(tx, { contextId, by, now: clock.now() }, () => change(tx))
  })
}
