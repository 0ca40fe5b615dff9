import { sql } from 'kysely'
import type { Instant } from '#domain/foundation/instant.ts'
import type { Queryable } from '#server/foundation/database/database.ts'

type Registration = { readonly passId: bigint; readonly device: string; readonly pushToken: string }

/** Returns whether it is new; a device that is known gets its new token. */
export async function putRegistration(on: Queryable, { passId, device, pushToken }: Registration): Promise<boolean> {
  const { rows } = await sql<{ isNew: boolean }>`
    insert into wallet_registration (pass_id, device, push_token) values (${passId}, ${device}, ${pushToken})
    on conflict (pass_id, device) do update set push_token = excluded.push_token
    returning xmax = 0 as "isNew"`.execute(on.kysely)
  return rows[0]?.isNew ?? false
}

export async function countDevices(on: Queryable, passId: bigint): Promise<number> {
  const { count } = await on.kysely
    .selectFrom('wallet_registration')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('pass_id', '=', passId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The device keeps nothing with this serial number any more, of whichever holder. */
export async function removeRegistrations(
  on: Queryable,
  { serialNumber, device }: { serialNumber: string; device: string },
): Promise<void> {
  await sql`
    delete from wallet_registration using wallet_pass as pass
    where pass.id = pass_id and pass.kind = 'APPLE' and pass.serial_number = ${serialNumber}
      and device = ${device}`.execute(on.kysely)
}

export async function removePushToken(on: Queryable, pushToken: string): Promise<void> {
  await on.kysely.deleteFrom('wallet_registration').where('push_token', '=', pushToken).execute()
}

/**
 * Where to push when a pass has changed. The devices of all holders of the ticket: one that replaces the pass of an earlier
 * holder need not register again.
 */
export async function pushTokensOf(on: Queryable, serialNumber: string): Promise<string[]> {
  const rows = await on.kysely
    .selectFrom('wallet_registration')
    .innerJoin('wallet_pass', 'wallet_pass.id', 'pass_id')
    .select('push_token')
    .distinct()
    .where('kind', '=', 'APPLE')
    .where('serial_number', '=', serialNumber)
    .execute()
  return rows.map(({ push_token }) => push_token)
}

/** Serial numbers of what the device keeps of an event or a pass, and when each has changed last. */
export async function serialsOfDevice(
  on: Queryable,
  { contextId, device }: { contextId: number; device: string },
): Promise<{ serialNumber: string; changedAt: Instant }[]> {
  const { rows } = await sql<{ serialNumber: string; changedAt: Instant }>`
    select serial_number as "serialNumber", max(changed_at) as "changedAt" from wallet_pass
    where purchase_context_id = ${contextId} and kind = 'APPLE' and serial_number in (
      select serial_number from wallet_pass join wallet_registration on pass_id = wallet_pass.id
      where device = ${device} and purchase_context_id = ${contextId}
    )
    group by serial_number`.execute(on.kysely)
  return rows
}
