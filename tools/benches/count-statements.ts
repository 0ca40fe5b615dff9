import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import { renameSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type pg from 'pg'

/**
 * Loaded into a shop by `--import`: counts what it sends to PostgreSQL, `begin` and `commit` included, by the call that
 * a statement is sent for, and writes the counts to the file named by COUNTED_STATEMENTS ten times
 * a second. What no call waits for counts as "afterwards".
 */

export const AFTERWARDS = 'afterwards'

export type Counted = Readonly<Record<string, { readonly calls: number; readonly statements: number }>>

type Call = { readonly name: string; isOver: boolean }

const file = process.env['COUNTED_STATEMENTS']
/** What `npm start` runs with FOYER_SOURCES, in production and without it. */
const SHOPS = [join('server', 'main.ts'), join('tools', 'development-shop.ts')]
// Launcher and PDF process are given the same options and send nothing.
if (file !== undefined && isShop(process.argv[1])) countInto(file)

export function isShop(program: string | undefined): boolean {
  return SHOPS.some(shop => program?.endsWith(shop))
}

function countInto(path: string): void {
  const counted: Record<string, { calls: number; statements: number }> = {}
  const current = new AsyncLocalStorage<Call>()
  const at = (name: string) => (counted[name] ??= { calls: 0, statements: 0 })

  const open = new WeakMap<IncomingMessage, Call>()
  subscribe('http.server.request.start', message => {
    const request = requestOf(message)
    const call = { name: nameOf(request), isOver: false }
    at(call.name).calls += 1
    open.set(request, call)
    current.enterWith(call)
  })
  subscribe('http.server.response.finish', message => {
    const call = open.get(requestOf(message))
    if (call) call.isOver = true
  })
  // The client of the checkout that is measured, which may be another one.
  const client: typeof pg.Client = createRequire(join(process.cwd(), 'package.json'))('pg').Client
  const query = client.prototype.query
  client.prototype.query = function counting(this: pg.Client, ...args: unknown[]) {
    const call = current.getStore()
    at(call && !call.isOver ? call.name : AFTERWARDS).statements += 1
    return Reflect.apply(query, this, args)
  } as typeof query
  const write = () => {
    writeFileSync(`${path}.part`, JSON.stringify(counted))
    renameSync(`${path}.part`, path)
  }
  setInterval(write, 100).unref()
}

/** What Node sends to the listeners of these two channels. */
const requestOf = (message: unknown): IncomingMessage => (message as { request: IncomingMessage }).request

const ID = /[0-9a-f]{8}-[0-9a-f-]{27}/g

function nameOf({ method = '', url = '' }: IncomingMessage): string {
  return `${method} ${(url.split('?')[0] ?? '').replace(ID, ':id')}`
}
