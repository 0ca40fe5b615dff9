import { useQuery, useQueryCache } from '#client/frame/calls/use-query.tsx'
import { useParams } from '#client/routing/router.tsx'
import { type Failure, explain, failureOf, httpStatusOf } from '#client/frame/calls/call-result.ts'
import { PageShape } from '#client/frame/shell/shell.tsx'
import { ButtonLink } from '#client/kit/button/button.tsx'
import { Blank } from '#client/kit/notice/notice.tsx'
import { Page as Sheet, PageTitle, useTabTitle } from '#client/kit/page/page.tsx'
import { useLanguage, useT } from '#client/language/language-context.ts'
import type { PassWithdrawal, WithdrawalState } from '#contract/withdrawal.ts'
import { inLanguage, otherLanguage } from '#domain/foundation/language/texts.ts'
import { OutOfReach } from '../../frame/no-such-order.tsx'
import { type Statement, confirmWithdrawal, stateWithdrawal, withdrawalQuery } from './calls.ts'
import { ConfirmStep, StatementStep, Withdrawn } from './steps.tsx'
import { useState } from 'react'
import { type Refusal, refusedFields } from '#client/frame/forms/refused-fields.ts'
import { datesIn } from '#domain/foundation/language/dates.ts'
import { passReservationPath, pathTo } from '#contract/paths.ts'

/** Withdrawing from the contract about a pass: a statement, its confirmation, and what came of it (decision 44). */
export function Page() {
  const { reservationId = '' } = useParams()
  const cache = useQueryCache()
  const query = withdrawalQuery(reservationId)
  const { data, error, refetch } = useQuery(query)
  if (data) {
    return (
      <WithdrawalView
        withdrawal={data}
        reservationId={reservationId}
        onChange={changed => cache.setQueryData(query.queryKey, changed)}
      />
    )
  }
  if (error && failureOf(error).kind === 'missing') return <NoSuchOrder />
  return error ? <OutOfReach onRetry={() => void refetch()} /> : <PageShape />
}

type WithdrawalViewProps = {
  readonly withdrawal: PassWithdrawal
  readonly reservationId: string
  readonly onChange: (changed: PassWithdrawal) => void
}

function WithdrawalView({ withdrawal, reservationId, onChange }: WithdrawalViewProps) {
  const { t, language } = useLanguage()
  useTabTitle(`${t('foyer.withdrawal.title')} · ${inLanguage(withdrawal.title, language)}`)
  switch (withdrawal.state) {
    case 'POSSIBLE':
      return <WithdrawalSteps withdrawal={withdrawal} reservationId={reservationId} onChange={onChange} />
    case 'DONE':
      return <Withdrawn withdrawal={withdrawal} />
    default:
      return <NotPossible withdrawal={withdrawal} reservationId={reservationId} />
  }
}

function NoSuchOrder() {
  const t = useT()
  useTabTitle(t('foyer.withdrawal.title'))
  return (
    <Sheet>
      <Blank
        title={<PageTitle quiet>{t('foyer.withdrawal.unknown.title')}</PageTitle>}
        action={<ButtonLink to="/">{t('to-home')}</ButtonLink>}
      />
    </Sheet>
  )
}

type StepsProps = {
  readonly withdrawal: PassWithdrawal
  readonly reservationId: string
  readonly onChange: (changed: PassWithdrawal) => void
}

/** The statement, then its confirmation; what was typed stays when the owner goes back. */
export function WithdrawalSteps({ withdrawal, reservationId, onChange }: StepsProps) {
  const { firstName, lastName, email } = withdrawal
  const [statement, setStatement] = useState<Statement>({ firstName, lastName, email })
  const [isStated, setIsStated] = useState<boolean>()
  const [isSending, setIsSending] = useState(false)
  const [refusal, setRefusal] = useState<Refusal>()

  const refuse = (failure: Failure) => {
    const problems = explain(failure)
    const isOfField = ({ field }: { readonly field: string }) => Object.hasOwn(statement, field)
    if (problems.some(isOfField)) setIsStated(false)
    setRefusal({
      fields: refusedFields(problems.filter(isOfField), statement),
      global: problems.filter(problem => !isOfField(problem)),
      status: httpStatusOf(failure),
    })
    // A refusal contains the present state.
    if (failure.kind === 'refused' && isWithdrawal(failure.value)) onChange(failure.value)
  }

  const send = async (call: typeof stateWithdrawal, then: () => void) => {
    setIsSending(true)
    setRefusal(undefined)
    const answer = await call(reservationId, statement)
    setIsSending(false)
    if (answer.kind !== 'done') return refuse(answer)
    then()
    if (answer.value) onChange(answer.value)
  }
  const confirm = (id: string, stated: Statement) => confirmWithdrawal(id, stated, withdrawal.amount)
  const goTo = (stated: boolean) => {
    setRefusal(undefined)
    setIsStated(stated)
  }
  return (
    <Sheet narrow>
      {isStated === true ? (
        <ConfirmStep
          withdrawal={withdrawal}
          statement={statement}
          refusal={refusal}
          isSending={isSending}
          onBack={() => goTo(false)}
          onConfirm={() => void send(confirm, () => {})}
        />
      ) : (
        <StatementStep
          withdrawal={withdrawal}
          statement={statement}
          refusal={refusal}
          isSending={isSending}
          isReturned={isStated === false}
          onType={setStatement}
          onContinue={() => void send(stateWithdrawal, () => goTo(true))}
        />
      )}
    </Sheet>
  )
}

const isWithdrawal = (value: unknown): value is PassWithdrawal =>
  typeof value === 'object' && value !== null && 'state' in value

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
  const explanation = inLanguage(reason, language)
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
        {explanation !== '' && <p lang={otherLanguage(reason, language)}>{explanation}</p>}
        <p>{questions}</p>
      </Blank>
    </Sheet>
  )
}
