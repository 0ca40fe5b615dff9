import type { Shop } from '#server/catalog/context.ts'

/** Stores an unknown time zone, as an old backup or a manual change of the database may leave it. */
export async function breakTimeZone({ db, catalog }: Pick<Shop, 'db' | 'catalog'>, shortName: string): Promise<string> {
  const { rows } = await db.pool.query<{ id: number }>(
    `update purchase_context set time_zone = 'Europe/Nowhere', version = version + 1
     where id = (select id from event where short_name = $1) returning id`,
    [shortName],
  )
  const id = rows[0]?.id
  if (id === undefined) throw new Error(`there is no event ${shortName}`)
  catalog.offerChanged({ id, shortName })
  return String(id)
}
