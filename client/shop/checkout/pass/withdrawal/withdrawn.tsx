import { ButtonLink } from '#client/kit/button/button.tsx'
import { Card } from '#client/kit/card/card.tsx'
import { Page as Sheet } from '#client/kit/page/page.tsx'
import { datesIn } from '#client/language/formats.ts'
import { useLanguage } from '#client/language/language-context.ts'
import { passPagePath, pathTo } from '#contract/paths.ts'
import type { PassWithdrawal } from '#contract/withdrawal.ts'
import { ContractFacts, MoneyBack } from './contract-facts.tsx'
import { StepTitle } from './step-title.tsx'
import css from './withdrawal.module.css'

/** It is done: when it came in, where the receipt goes, and what comes back. */
export function Withdrawn({ withdrawal }: { readonly withdrawal: PassWithdrawal }) {
  const { t, language } = useLanguage()
  const { withdrawnAt, timeZone, email, publicIdentifier } = withdrawal
  const when = withdrawnAt === null ? '' : datesIn(language, timeZone).moment(withdrawnAt)
  return (
    <Sheet narrow>
      <div className={css.step}>
        <StepTitle takesFocus>{t('foyer.withdrawal.done.title')}</StepTitle>
        <p role="status">{t('foyer.withdrawal.done.text', when, email)}</p>
        <Card>
          <ContractFacts withdrawal={withdrawal} />
          <MoneyBack withdrawal={withdrawal} />
        </Card>
        <p>
          <ButtonLink tone="quiet" to={pathTo(passPagePath, { id: publicIdentifier })}>
            {t('foyer.withdrawal.to-pass')}
          </ButtonLink>
        </p>
      </div>
    </Sheet>
  )
}
