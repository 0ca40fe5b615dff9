import { useState } from 'react'
import { type Failure, explain, httpStatusOf } from '#client/frame/calls/call-result.ts'
import { type Refusal, refusedFields } from '#client/frame/forms/refused-fields.ts'
import { Page as Sheet } from '#client/kit/page/page.tsx'
import type { PassWithdrawal } from '#contract/withdrawal.ts'
import { type Statement, confirmWithdrawal, stateWithdrawal } from './calls.ts'
import { ConfirmStep } from './confirm-step.tsx'
import { StatementStep } from './statement-step.tsx'

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
