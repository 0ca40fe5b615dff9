import type { ClientBase } from 'pg'

/**
 * What each connection says of itself, whatever the server, the database or the role says: values are read by it
 * (types.ts), and locks are taken in the belief that a statement sees what was committed before it.
 */
const SESSION = [
  `set datestyle = 'ISO'`,
  `set intervalstyle = 'postgres'`,
  `set timezone = 'UTC'`,
  `set bytea_output = 'hex'`,
  `set extra_float_digits = 1`,
  `set standard_conforming_strings = on`,
  `set client_encoding = 'UTF8'`,
  `set default_transaction_isolation = 'read committed'`,
].join('; ')

/** To be waited for before anything else is asked on a new connection. */
export async function setSession(client: ClientBase): Promise<void> {
  await client.query(SESSION)
}
