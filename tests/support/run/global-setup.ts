import type { ClientConfig } from 'pg'
import type { TestProject } from 'vitest/node'
import { createMigratedDatabase, dropDatabasesOf, newDatabaseName, openTestServer } from '../database/postgresql.ts'

declare module 'vitest' {
  interface ProvidedContext {
    readonly postgresql: { readonly connection: ClientConfig; readonly template: string; readonly owner: number }
  }
}

/** Once a run: a PostgreSQL, and the migrated database that every test file clones. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  return (await prepared(project)).close
}

export async function prepared(project: TestProject) {
  const server = await openTestServer()
  const template = newDatabaseName(process.pid)
  await createMigratedDatabase(server.connection, template)
  project.provide('postgresql', { connection: server.connection, template, owner: process.pid })
  const close = async (): Promise<void> => {
    await dropDatabasesOf(server.connection, owner => owner === process.pid)
    await server.close()
  }
  return { connection: server.connection, template, close }
}
