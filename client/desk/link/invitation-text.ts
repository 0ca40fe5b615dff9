import type { LinkInfo } from '#contract/member.ts'
import type { Translate } from '#client/language/language-context.ts'

/** "You are invited to work for Harbour Club, as editor." */
export function invitationText(t: Translate, { of, role }: LinkInfo): string {
  const named = role === null ? '' : t(`foyer.desk.role.${role.role}`)
  return of === null ? t('foyer.desk.link.invitation.shop', named) : t('foyer.desk.link.invitation.text', of, named)
}
