import type { FormEvent } from 'react'
import { FormProblems } from '#client/frame/forms/form-problems.tsx'
import type { Refusal } from '#client/frame/forms/refused-fields.ts'
import { Button, ButtonRow } from '#client/kit/button/button.tsx'
import { Card } from '#client/kit/card/card.tsx'
import { Section } from '#client/kit/page/page.tsx'
import { useLanguage } from '#client/language/language-context.ts'
import type { PassWithdrawal } from '#contract/withdrawal.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import type { Statement } from './calls.ts'
import { Consequences, MoneyBack } from './contract-facts.tsx'
import { StepTitle } from './step-title.tsx'
import css from './withdrawal.module.css'

type ConfirmStepProps = {
  readonly withdrawal: PassWithdrawal
  readonly statement: Statement
  readonly refusal: Refusal | undefined
  readonly isSending: boolean
  readonly onBack: () => void
  readonly onConfirm: () => void
}

/** What was stated, what comes of it, and the button that does it. */
export function ConfirmStep({ withdrawal, statement, refusal, isSending, onBack, onConfirm }: ConfirmStepProps) {
  const { t, language } = useLanguage()
  const { title, orderReference } = withdrawal
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isSending) onConfirm()
  }
  return (
    <form className={css.step} onSubmit={submit} noValidate>
      <StepTitle takesFocus>{t('foyer.withdrawal.confirm-heading')}</StepTitle>
      <FormProblems title={t('foyer.withdrawal.problems')} refusal={refusal} fields={[]} />
      <Card>
        <blockquote className={css.statement}>
          {t('foyer.withdrawal.statement', inLanguage(title, language), orderReference)}
        </blockquote>
        <dl className={css.facts}>
          <div>
            <dt>{t('foyer.withdrawal.by')}</dt>
            <dd>
              {statement.firstName} {statement.lastName}
            </dd>
          </div>
          <div>
            <dt>{t('foyer.withdrawal.receipt-to')}</dt>
            <dd>{statement.email}</dd>
          </div>
        </dl>
      </Card>
      <Section id="consequences" title={t('foyer.withdrawal.consequences')}>
        <Consequences withdrawal={withdrawal} />
        <MoneyBack withdrawal={withdrawal} />
      </Section>
      <ButtonRow>
        <Button tone="quiet" onClick={onBack}>
          {t('foyer.withdrawal.back')}
        </Button>
        <Button type="submit" tone="danger" busy={isSending}>
          {t('foyer.withdrawal.confirm')}
        </Button>
      </ButtonRow>
    </form>
  )
}
