import { cpus, totalmem } from 'node:os'
import { Client, type ClientConfig } from 'pg'
import { readPassword } from '#server/foundation/database/embedded/folder.ts'
import { ROLE } from '#server/foundation/database/embedded/cluster.ts'
import type { BenchShop } from './bench-shop.ts'

/** The database of a shop, for those who look at it or load it from outside. */
export function connectionOf({ database }: BenchShop): ClientConfig {
  return { host: database.sockets, port: 5432, user: ROLE, password: readPassword(database), database: 'foyer' }
}

export async function ask<Row extends object>(
  shop: BenchShop,
  query: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new Client(connectionOf(shop))
  await client.connect()
  const { rows } = await client.query<Row>(query, [...values])
  await client.end()
  return rows
}

/** What the figures were measured on, in a line. */
export async function describeMachine(shop?: BenchShop): Promise<string> {
  const processors = cpus()
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`
  const parts = [
    `${processors.length} × ${processors[0]?.model.trim() ?? 'unknown'}`,
    memory,
    `Node ${process.version.slice(1)}`,
  ]
  if (shop) parts.push(`PostgreSQL ${await serverVersion(shop)}`)
  return parts.join(', ')
}

async function serverVersion(shop: BenchShop): Promise<string> {
  const [row] = await ask<{ server_version: string }>(shop, 'show server_version')
  return row?.server_version ?? 'unknown'
}
