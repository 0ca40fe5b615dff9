import type { Instant } from '#domain/foundation/instant.ts'
import type { Withdrawal } from '#domain/catalog/catalog/pass.ts'
import type { BoughtPass } from '#domain/order/pass/bought-pass.ts'
import { validFrom } from '#domain/order/pass/validity.ts'
import type { CompleteReservation } from '#domain/order/reservation/reservation.ts'
import { noteAudit } from '#server/foundation/audit/audit.ts'
import type { OfferedPass } from '#server/catalog/catalog/catalog.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import { passesOf } from './passes-of.ts'

type Sold = { readonly offer: OfferedPass; readonly reservation: CompleteReservation }

/**
 * Makes the passes of a completed order valid: sets their end, their owner (the buyer where no other person was named,
 * domain rules 7.1), and the terms for withdrawing from the contract. Returns them.
 */
export async function acquirePasses(tx: Tx, { offer, reservation }: Sold): Promise<BoughtPass[]> {
  const { confirmedAt, contact } = reservation
  const { timeZone, withdrawal } = offer.context
  const valid = validFrom(offer.context.validity, { confirmedAt, timeZone })
  const acquired = (await passesOf(tx, reservation.id)).map(pass => ({
    ...pass,
    status: 'ACQUIRED' as const,
    owner: pass.owner ?? contact,
    valid,
  }))
  for (const pass of acquired) {
    await store(tx, pass, { acquiredAt: confirmedAt, withdrawal })
    await noteAudit(tx, { at: confirmedAt, type: 'SUBSCRIPTION_ACQUIRED', reservation, pass })
  }
  return acquired
}

type Terms = { readonly acquiredAt: Instant; readonly withdrawal: Withdrawal }

async function store(tx: Tx, { id, valid, owner }: BoughtPass, { acquiredAt, withdrawal }: Terms): Promise<void> {
  await tx.kysely
    .updateTable('bought_pass')
    .set({
      status: 'ACQUIRED',
      acquired_at: timestamp(acquiredAt),
      valid_from: valid.from && timestamp(valid.from),
      valid_to: valid.to && timestamp(valid.to),
      first_name: owner?.firstName ?? null,
      last_name: owner?.lastName ?? null,
      email: owner?.email ?? null,
      ...(withdrawal.kind === 'possible' && {
        withdrawal_days: withdrawal.days,
        withdrawal_after_use: withdrawal.afterUse,
      }),
    })
    .where('id', '=', id)
    .execute()
}
