import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { type Failure, type WireProblem, explain } from '#client/frame/calls/call-result.ts'
import { Button } from '#client/kit/button/button.tsx'
import { Card } from '#client/kit/card/card.tsx'
import { TextField } from '#client/kit/field/field.tsx'
import { useLanguage } from '#client/language/language-context.ts'
import { MAX_NAME_LENGTH } from '#contract/limits.ts'
import { waitText } from '../../ticket/mail-again/wait-text.ts'
import { askForOrderLinks } from './ask.ts'
import css from './find-orders.module.css'

type AddressFormProps = {
  /** It has been sent once, so that the field takes the focus. */
  readonly isAgain: boolean
  readonly onSent: (email: string) => void
}

/** Asks for the address. What is wrong with it is at the field, which has the focus then. */
export function AddressForm({ isAgain, onSent }: AddressFormProps) {
  const { t } = useLanguage()
  const [email, setEmail] = useState('')
  const { problem, isSending, send, forget } = useSending(onSent)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (problem || isAgain) form.current?.querySelector('input')?.focus()
  }, [problem, isAgain])
  const submit = (submitted: SubmitEvent) => {
    submitted.preventDefault()
    void send(email.trim())
  }
  return (
    <Card>
      <form className={css.form} noValidate onSubmit={submit} ref={form}>
        <p>{t('foyer.find-orders.text')}</p>
        <TextField
          id="find-orders-email"
          name="email"
          type="email"
          label={t('common.email')}
          error={problem && t(problem.code, ...problem.args)}
          value={email}
          onChange={({ target }) => {
            setEmail(target.value)
            forget()
          }}
          autoComplete="email"
          inputMode="email"
          required
          maxLength={MAX_NAME_LENGTH}
        />
        <Button type="submit" wide busy={isSending}>
          {t('foyer.find-orders.submit')}
        </Button>
      </form>
    </Card>
  )
}

function useSending(onSent: (email: string) => void) {
  const { language } = useLanguage()
  const [problem, setProblem] = useState<WireProblem>()
  const [isSending, setIsSending] = useState(false)
  const isUnderWay = useRef(false)
  const send = async (email: string) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setIsSending(true)
    const answer = await askForOrderLinks({ email, lang: language })
    isUnderWay.current = false
    setIsSending(false)
    if (answer.kind === 'done') return onSent(email)
    setProblem(problemOf(answer))
  }
  return { problem, isSending, send, forget: () => setProblem(undefined) }
}

/** A new one each time, so that the field gets the focus again. */
function problemOf(failure: Failure): WireProblem | undefined {
  if (failure.kind === 'too-many') {
    const [code, count] = waitText(failure.retryAfterSeconds)
    return { field: 'email', code, args: [count] }
  }
  const [first] = explain(failure)
  return first && { ...first }
}
