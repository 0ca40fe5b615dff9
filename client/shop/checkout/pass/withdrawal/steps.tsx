import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { FormProblems } from '#client/frame/forms/form-problems.tsx'
import { type Refusal, stillWrong } from '#client/frame/forms/refused-fields.ts'
import { Button, ButtonLink, ButtonRow } from '#client/kit/button/button.tsx'
import { Card } from '#client/kit/card/card.tsx'
import { FieldPair, TextField } from '#client/kit/field/field.tsx'
import { Page as Sheet, PageTitle, Section } from '#client/kit/page/page.tsx'
import { datesIn } from '#domain/foundation/language/dates.ts'
import { useLanguage } from '#client/language/language-context.ts'
import type { PassWithdrawal } from '#contract/withdrawal.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import type { Statement } from './calls.ts'
import { Consequences, ContractFacts, MoneyBack } from './contract-facts.tsx'
import { passPagePath, pathTo } from '#contract/paths.ts'
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
            <dd dir="auto">
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

type StepTitleProps = { readonly children: ReactNode; readonly takesFocus: boolean }

/** The heading of a step. The address stays the same from step to step, so that it takes the focus by itself. */
function StepTitle({ takesFocus, children }: StepTitleProps) {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) frame.current?.querySelector('h1')?.focus()
  }, [takesFocus])
  return (
    <div ref={frame}>
      <PageTitle quiet>{children}</PageTitle>
    </div>
  )
}
