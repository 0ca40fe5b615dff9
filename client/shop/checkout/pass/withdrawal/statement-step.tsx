import type { FormEvent } from 'react'
import { FormProblems } from '#client/frame/forms/form-problems.tsx'
import { type Refusal, stillWrong } from '#client/frame/forms/refused-fields.ts'
import { Button, ButtonRow } from '#client/kit/button/button.tsx'
import { Card } from '#client/kit/card/card.tsx'
import { FieldPair, TextField } from '#client/kit/field/field.tsx'
import { Section } from '#client/kit/page/page.tsx'
import { datesIn } from '#client/language/formats.ts'
import { useLanguage } from '#client/language/language-context.ts'
import type { PassWithdrawal } from '#contract/withdrawal.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import type { Statement } from './calls.ts'
import { ContractFacts } from './contract-facts.tsx'
import { StepTitle } from './step-title.tsx'
import css from './withdrawal.module.css'

type StatementStepProps = {
  readonly withdrawal: PassWithdrawal
  readonly statement: Statement
  readonly refusal: Refusal | undefined
  readonly isSending: boolean
  /** The owner has come back from the next step. */
  readonly isReturned: boolean
  readonly onType: (statement: Statement) => void
  readonly onContinue: () => void
}

const FIELDS = [
  { name: 'firstName', label: 'common.first-name', autoComplete: 'given-name', type: 'text' },
  { name: 'lastName', label: 'common.last-name', autoComplete: 'family-name', type: 'text' },
  { name: 'email', label: 'common.email', autoComplete: 'email', type: 'email' },
] as const

/** Who withdraws from which contract, and where the receipt goes. */
export function StatementStep(props: StatementStepProps) {
  const { withdrawal, statement, refusal, isSending, isReturned, onType, onContinue } = props
  const { t, language } = useLanguage()
  const { title, orderReference, until, timeZone } = withdrawal
  const wrong = stillWrong(refusal?.fields ?? [], statement, () => undefined)
  const errorOf = (name: string) => {
    const problem = wrong.find(({ field }) => field === name)
    return problem && t(problem.code, ...problem.args)
  }
  const entries = FIELDS.flatMap(({ name, label }) => {
    const text = errorOf(name)
    return text === undefined ? [] : [{ text, subject: t(label), target: name }]
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isSending) onContinue()
  }
  const field = ({ name, label, ...input }: (typeof FIELDS)[number]) => (
    <TextField
      key={name}
      id={name}
      name={name}
      label={t(label)}
      {...input}
      hint={name === 'email' ? t('foyer.withdrawal.email-hint') : undefined}
      value={statement[name]}
      onChange={event => onType({ ...statement, [name]: event.target.value })}
      error={errorOf(name)}
      required
    />
  )
  const [first, last, email] = FIELDS
  return (
    <form className={css.step} onSubmit={submit} noValidate>
      <StepTitle takesFocus={isReturned}>{t('foyer.withdrawal.title')}</StepTitle>
      <FormProblems title={t('foyer.withdrawal.problems')} refusal={refusal} fields={entries} />
      {until !== null && <p>{t('foyer.withdrawal.intro', datesIn(language, timeZone).day(until))}</p>}
      <Card>
        <ContractFacts withdrawal={withdrawal} />
      </Card>
      <Section id="statement" title={t('foyer.withdrawal.statement-heading')}>
        <blockquote className={css.statement}>
          {t('foyer.withdrawal.statement', inLanguage(title, language), orderReference)}
        </blockquote>
        <div className={css.fields}>
          <FieldPair>
            {field(first)}
            {field(last)}
          </FieldPair>
          {field(email)}
        </div>
      </Section>
      <ButtonRow>
        <Button type="submit" busy={isSending}>
          {t('foyer.withdrawal.continue')}
        </Button>
      </ButtonRow>
    </form>
  )
}
