import { ButtonLink } from '#client/kit/button/button.tsx'
import { Blank } from '#client/kit/notice/notice.tsx'
import { Page as Sheet, PageTitle } from '#client/kit/page/page.tsx'
import { datesIn } from '#client/language/formats.ts'
import { useLanguage } from '#client/language/language-context.ts'
import { passReservationPath, pathTo } from '#contract/paths.ts'
import type { PassWithdrawal, WithdrawalState } from '#contract/withdrawal.ts'
import { inLanguage, otherLanguage } from '#domain/foundation/language/texts.ts'

type NotPossibleProps = { readonly withdrawal: PassWithdrawal; readonly reservationId: string }

const TITLES = {
  OVER: 'foyer.withdrawal.refused.over',
  NOT_OFFERED: 'foyer.withdrawal.refused.not-offered',
  NOT_CONFIRMED: 'foyer.withdrawal.refused.not-confirmed',
  ENDED: 'foyer.withdrawal.refused.has-ended',
} as const satisfies Record<Exclude<WithdrawalState, 'POSSIBLE' | 'DONE'>, string>

/** Why it can't be withdrawn from, and whom to ask. */
export function NotPossible({ withdrawal, reservationId }: NotPossibleProps) {
  const { t, language } = useLanguage()
  const { state, until, timeZone, organizationEmail, reason, publicIdentifier } = withdrawal
  if (state === 'POSSIBLE' || state === 'DONE') return null
  const told = inLanguage(reason, language)
  const questions =
    until === null
      ? t('foyer.withdrawal.questions', organizationEmail)
      : t('foyer.withdrawal.refused.over.text', datesIn(language, timeZone).day(until), organizationEmail)
  return (
    <Sheet>
      <Blank
        title={<PageTitle quiet>{t(TITLES[state])}</PageTitle>}
        action={
          <ButtonLink to={pathTo(passReservationPath, { id: publicIdentifier, reservationId })}>
            {t('foyer.withdrawal.to-order')}
          </ButtonLink>
        }
      >
        {told !== '' && <p lang={otherLanguage(reason, language)}>{told}</p>}
        <p>{questions}</p>
      </Blank>
    </Sheet>
  )
}
