import type { ScopedRole } from '#domain/access/principal/principal.ts'
import { acceptDeskLink } from '#contract/member.ts'
import { makeLink } from '#server/access/member/links.ts'
import { transaction } from '#server/foundation/database/database.ts'
import type { Visitor } from '../support/browser/browser.ts'
import { PASSWORD, openDesk } from '../support/organiser/desk.ts'
import type { RunningShop } from '../support/shop/running-shop.ts'
import { thisMoment } from './own-events.ts'

/** A visitor whose browser has the session of a new owner of the shop. */
export const enterAsOwner = (shop: RunningShop, visitor: Visitor, email: string) =>
  enterAsMember(shop, visitor, { email, given: { role: 'OWNER', scope: { kind: 'shop' } } })

/** The same for a member with a role. */
export async function enterAsMember(
  shop: RunningShop,
  { page, language }: Visitor,
  { email, given }: { readonly email: string; readonly given: ScopedRole },
): Promise<void> {
  const invitation = { kind: 'INVITATION', email, language, given } as const
  const token = await transaction(shop.db, tx => makeLink(tx, invitation, thisMoment()))
  const desk = openDesk(shop.url)
  await desk.ask(acceptDeskLink, { params: { token }, body: { name: 'Nadia Brunner', password: PASSWORD } })
  await page
    .context()
    .addCookies([{ name: 'foyer_desk', value: desk.cookie() ?? '', url: shop.url, sameSite: 'Strict' }])
}
