import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { ClientConfig } from 'pg'
import { freePort } from './free-port.ts'
import { installFromDebian } from './install-from-debian.ts'
import { memoryFolder } from './memory-folder.ts'

export type Pgbouncer = { readonly url: string; stop(): Promise<void> }

type PoolMode = 'session' | 'transaction' | 'statement'

type Pooled = {
  /** What it leads to: host, user and database are taken from it. */
  readonly server: ClientConfig
  readonly poolMode: PoolMode
  /** How many connections to PostgreSQL it keeps, and whether they are used in turn. */
  readonly size?: number
  readonly inTurn?: boolean
}

const PROGRAM = '/usr/sbin/pgbouncer'

/** It refuses to be root, and may use a socket that is only its owner's. */
function identityFor(host: string): { readonly uid: number; readonly gid: number } {
  const { uid, gid } = host.startsWith('/') ? statSync(host) : { uid: 0, gid: 0 }
  return uid === 0 ? UNPRIVILEGED : { uid, gid }
}

const UNPRIVILEGED = { uid: 65_534, gid: 65_534 }

/** The distribution's PgBouncer before this server; installed when we may. */
export async function startPgbouncer({ server, poolMode, size = 20, inTurn = false }: Pooled): Promise<Pgbouncer> {
  if (!existsSync(PROGRAM)) install()
  const folder = mkdtempSync(join(memoryFolder(), 'foyer-pgbouncer-'))
  const port = await freePort()
  const { host, port: serverPort, user, password, database } = partsOf(server)
  // An empty value is a fault to it: a server that trusts its callers has no password.
  const leads = Object.entries({ host, port: serverPort, user, password, dbname: database })
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}='${value}'`)
    .join(' ')
  const file = join(folder, 'pgbouncer.ini')
  const lines = [
    '[databases]',
    `pooled = ${leads}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    `pool_mode = ${poolMode}`,
    `default_pool_size = ${size}`,
    `server_round_robin = ${inTurn ? 1 : 0}`,
    // Without it no client may say what the driver says of its own accord.
    'ignore_startup_parameters = extra_float_digits, statement_timeout, lock_timeout, idle_in_transaction_session_timeout',
  ]
  writeFileSync(file, `${lines.join('\n')}\n`)
  const identity = process.getuid?.() === 0 ? identityFor(host) : undefined
  if (identity) for (const path of [folder, file]) chownSync(path, identity.uid, identity.gid)
  const program = spawn(PROGRAM, [file], { stdio: ['ignore', 'ignore', 'pipe'], ...identity })
  const output = createInterface({ input: program.stderr })
  const isUp = new Promise<void>((resolve, reject) => {
    output.on('line', line => line.includes('process up') && resolve())
    program.once('exit', code => reject(new Error(`PgBouncer ended with ${code}`)))
  })
  await isUp
  return {
    url: `postgresql://anybody@127.0.0.1:${port}/pooled`,
    stop: async () => {
      const gone = once(program, 'exit')
      program.kill('SIGTERM')
      await gone
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

type Parts = Readonly<Record<'host' | 'user' | 'password' | 'database', string>> & { readonly port: number }

function partsOf({ connectionString, host, port, user, password, database }: ClientConfig): Parts {
  if (connectionString === undefined)
    return {
      host: host ?? '',
      port: port ?? 5432,
      user: user ?? '',
      password: typeof password === 'string' ? password : '',
      database: database ?? '',
    }
  const url = new URL(connectionString)
  return {
    // A URL has no host for a socket; one that is named beside it counts.
    host: url.searchParams.get('host') ?? url.hostname,
    port: Number(url.port === '' ? 5432 : url.port),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database: url.pathname.slice(1),
  }
}

function install(): void {
  if (!installFromDebian('PgBouncer', 'pgbouncer'))
    throw new Error('The tests need PgBouncer: install it (apt-get install pgbouncer).')
}
