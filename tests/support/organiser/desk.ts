import { expect } from 'vitest'
import type { Call } from '#contract/call.ts'
import * as calls from '#contract/member.ts'
import type { ScopedRole } from '#domain/access/principal/principal.ts'
import { makeLink } from '#server/access/member/links.ts'
import { transaction } from '#server/foundation/database/database.ts'
import type { TestShop } from '../shop/test-shop.ts'

/** A password that every rule takes. */
export const PASSWORD = 'correct horse battery staple'

type Sent = {
  readonly params?: Record<string, string>
  readonly query?: Record<string, string>
  readonly body?: unknown
}
export type Answer = { readonly status: number; readonly body: unknown }

/** A browser at the desk, with its cookie. */
export function openDesk(url: string, headers: Readonly<Record<string, string>> = { 'sec-fetch-site': 'same-origin' }) {
  let cookie: string | undefined
  const ask = async (call: Call, { params = {}, query = {}, body }: Sent = {}): Promise<Answer> => {
    const path = call.path.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? '')
    const answer = await fetch(`${url}${path}?${new URLSearchParams(query).toString()}`, {
      method: call.method,
      headers: {
        ...headers,
        ...(cookie !== undefined && { cookie: `foyer_desk=${cookie}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const [set] = answer.headers.getSetCookie()
    if (set) cookie = /^foyer_desk=([^;]*)/.exec(set)?.[1] || undefined
    const text = await answer.text()
    return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) }
  }
  return {
    ask,
    cookie: () => cookie,
    signIn: (email: string, password = PASSWORD) => ask(calls.deskSignIn, { body: { email, password } }),
    whoAmI: () => ask(calls.readMe),
  }
}

/** A member with a role, who has accepted an invitation and is signed in. */
export async function enterDesk(
  { url, shop }: TestShop,
  {
    email,
    given,
    name = 'Grace Hopper',
  }: { readonly email: string; readonly given: ScopedRole; readonly name?: string | undefined },
) {
  const invitation = { kind: 'INVITATION', email, language: 'en', given } as const
  const token = await transaction(shop.db, tx => makeLink(tx, invitation, shop.clock.now()))
  const desk = openDesk(url)
  const accepted = await desk.ask(calls.acceptDeskLink, { params: { token }, body: { name, password: PASSWORD } })
  expect(accepted).toEqual({ status: 200, body: { signedIn: true } })
  return desk
}

export const codes = ({ body }: Answer) =>
  (body as { errors: { field: string | null; code: string }[] }).errors.map(({ field, code }) => [field, code])

/** The secret of the link in the last mail to an address; empty where there is none. */
export async function tokenMailedTo({ shop }: Pick<TestShop, 'shop'>, recipient: string): Promise<string> {
  const mails = await shop.db.kysely
    .selectFrom('mail')
    .select('text_body')
    .where('recipient', '=', recipient)
    .orderBy('id', 'desc')
    .execute()
  return /\/desk\/link\/([\w-]+)/.exec(mails[0]?.text_body ?? '')?.[1] ?? ''
}
