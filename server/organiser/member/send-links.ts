import { deskLinkPagePath, pathTo } from '#contract/paths.ts'
import type { Principal, Scope, ScopedRole } from '#domain/access/principal/principal.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import { actorOf, recordOfMember } from '#server/access/member/audit.ts'
import { INVITATION_DAYS, makeLink } from '#server/access/member/links.ts'
import { addressKey, memberByEmail } from '#server/access/member/members.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type Queryable, transaction } from '#server/foundation/database/database.ts'
import type { LocalizedTexts } from '#domain/foundation/language/texts.ts'
import { shopNameOf } from '#server/foundation/setting/shop-name.ts'
import { systemSettings } from '#server/foundation/setting/settings.ts'
import { sendShopLetter } from '#server/mail/letter/send-letter.ts'
import { composeInvitation, composeNewPassword } from './letters.ts'

type MailShop = Pick<Shop, 'db' | 'clock' | 'texts' | 'config' | 'jobs'>

/** Where a link of a member leads. */
export const linkUrl = ({ config }: Pick<Shop, 'config'>, token: string): string =>
  config.baseUrl + pathTo(deskLinkPagePath, { token })

type Invitation = { readonly email: string; readonly language: string; readonly given: ScopedRole }

/** Mails an invitation; the role is given when the person accepts it. */
export async function inviteMember(
  shop: MailShop,
  { email, language, given }: Invitation,
  by: Principal,
): Promise<void> {
  const { db, clock } = shop
  const [settings, actor] = await Promise.all([systemSettings(db), actorOf(db, by)])
  const of = (await nameOf(db, given.scope, language)) ?? shopNameOf(settings) ?? new URL(shop.config.baseUrl).host
  const recipient = addressKey(email)
  await transaction(db, async tx => {
    const now = clock.now()
    const token = await makeLink(tx, { kind: 'INVITATION', email: recipient, language, given }, now)
    const inviter = actor.memberId === null ? null : actor.actor
    const facts = { language, inviter, role: given.role, of, url: linkUrl(shop, token), days: INVITATION_DAYS }
    await sendShopLetter(tx, shop, { recipient, settings }, texts => composeInvitation(facts, texts))
    await recordOfMember(tx, actor, { action: 'MEMBER_INVITED', subject: recipient, given, now })
  })
  await shop.jobs.wake('deliver-mail')
}

/** The name of an organisation, or the title of an event; undefined of the shop. */
export async function nameOf(db: Queryable, scope: Scope, language: string): Promise<string | undefined> {
  if (scope.kind === 'shop') return undefined
  if (scope.kind === 'organization') {
    const id = scope.organizationId
    return (await db.kysely.selectFrom('organization').select('name').where('id', '=', id).executeTakeFirst())?.name
  }
  const row = await db.kysely
    .selectFrom('purchase_context')
    .select('title')
    .where('id', '=', scope.eventId)
    .executeTakeFirst()
  return row && inLanguage(row.title as LocalizedTexts, language)
}

/** Mails a link for a new password, where a member has the address; how long it takes reveals little of whether one does. */
export async function mailNewPassword(shop: MailShop, email: string): Promise<void> {
  const { db, clock } = shop
  const member = await memberByEmail(db, email)
  const settings = await systemSettings(db)
  if (!member) return
  await transaction(db, async tx => {
    const token = await makeLink(tx, { kind: 'PASSWORD', memberId: member.id }, clock.now())
    const shopName = shopNameOf(settings) ?? new URL(shop.config.baseUrl).host
    const facts = { language: member.language, shop: shopName, url: linkUrl(shop, token) }
    await sendShopLetter(tx, shop, { recipient: member.email, settings }, texts => composeNewPassword(facts, texts))
  })
  await shop.jobs.wake('deliver-mail')
}
