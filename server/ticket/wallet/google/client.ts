import { assertNoTransactionOpen } from '#server/foundation/database/database.ts'

/** What Google keeps: a class for each category of an event and for each pass, an object for each ticket and bought pass. */
export type ObjectKind = 'eventTicketObject' | 'genericObject'
export type ResourceKind = 'eventTicketClass' | 'genericClass' | ObjectKind
export type Resource = { readonly id: string } & Readonly<Record<string, unknown>>

/** Where Google's wallet API is, and the token that opens it. */
export type GoogleApi = { readonly origin: string; readonly token: string }

const TIMEOUT_MS = 8_000

/** Makes sure that Google has this; what it has already stays as it is unless `overwrites`. */
export async function ensure(
  api: GoogleApi,
  { kind, resource, overwrites }: { kind: ResourceKind; resource: Resource; overwrites: boolean },
): Promise<void> {
  const found = await ask(api, { method: 'GET', path: pathOf(kind, resource.id), mayBeMissing: true })
  if (!found) await ask(api, { method: 'POST', path: kind, body: resource })
  else if (overwrites) await ask(api, { method: 'PUT', path: pathOf(kind, resource.id), body: resource })
}

/** The object shows as no longer valid; one that Google doesn't have needs nothing. */
export async function deactivate(api: GoogleApi, kind: ObjectKind, objectId: string): Promise<void> {
  const path = pathOf(kind, objectId)
  await ask(api, { method: 'PATCH', path, body: { state: 'INACTIVE' }, mayBeMissing: true })
}

const pathOf = (kind: ResourceKind, id: string): string => `${kind}/${encodeURIComponent(id)}`

type Question = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  readonly path: string
  readonly body?: object
  readonly mayBeMissing?: boolean
}

/** Returns whether it is there. Throws when Google refuses; the error never contains what was sent. */
async function ask(api: GoogleApi, { method, path, body, mayBeMissing = false }: Question): Promise<boolean> {
  assertNoTransactionOpen()
  const response = await fetch(`${api.origin}/walletobjects/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${api.token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  await response.body?.cancel()
  if (response.ok) return true
  if (response.status === 404 && mayBeMissing) return false
  throw new Error(`Google Wallet answered ${response.status} to ${method} of ${path.split('/', 1)[0]}`)
}
