import type { ScopedRole } from '#domain/access/principal/principal.ts'
import { acceptDeskLink } from '#contract/member.ts'
import { makeLink } from '#server/access/member/links.ts'
import { transaction } from '#server/foundation/database/database.ts'
import { generate } from 'otplib'
import { deskPagePath } from '#contract/paths.ts'
import type { Visitor } from '../support/browser/browser.ts'
import { PASSWORD, openDesk } from '../support/organiser/desk.ts'
import type { RunningShop } from '../support/shop/running-shop.ts'
import { thisMoment } from './own-events.ts'
import { button } from './purchase.ts'

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

/** Gives the browser a device of its own that keeps passkeys, and knows its owner. */
export async function keepPasskeys({ page }: Visitor): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** Adds a passkey on the page of the own account. */
export async function addPasskey(visitor: Visitor): Promise<void> {
  const { page, does, say } = visitor
  await does.press(button(visitor, say('foyer.desk.account.passkey.add')))
  await page.getByText(say('foyer.desk.account.passkey.added')).waitFor()
}

export const seconds = (moment: number): number => Math.floor(moment / 1000)

/** Sets up the codes of an app on the page of the own account. `look` is called while the picture is there. */
export async function setUpCodes(visitor: Visitor, look: () => Promise<void> = async () => {}) {
  const { page, does, say } = visitor
  await does.press(button(visitor, say('foyer.desk.account.factor.begin')))
  const secret = (await page.locator('[class*=account-secret]').first().innerText()).replaceAll(' ', '')
  await page.getByRole('img', { name: say('foyer.desk.account.factor.picture') }).waitFor()
  await look()
  const usedAt = Date.now()
  await does.write(page.locator('#code'), await generate({ secret, epoch: seconds(usedAt) }))
  await does.write(page.locator('#factor-password'), PASSWORD)
  await does.press(button(visitor, say('foyer.desk.account.factor.submit')))
  await page.getByText(say('foyer.desk.account.recovery.text')).waitFor()
  const recovery = page.getByRole('list', { name: say('foyer.desk.account.recovery') }).locator('li')
  return { secret, usedAt, recovery: await recovery.allInnerTexts() }
}

/** As after the cookie of the session is deleted; the session stays in the list. */
export async function signOut(visitor: Visitor): Promise<void> {
  const { page, say } = visitor
  await page.context().clearCookies({ name: 'foyer_desk' })
  await visitor.open(deskPagePath)
  await page.getByRole('heading', { level: 1, name: say('foyer.desk.sign-in.title') }).waitFor()
}
