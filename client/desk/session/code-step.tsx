import { useState } from 'react'
import { deskSecondFactorPath } from '#contract/paths.ts'
import { server } from '#client/frame/calls/server.ts'
import { Form, useSending } from '#client/frame/forms/sent-form.tsx'
import { Button, TextButton } from '#client/kit/button/button.tsx'
import { TextField } from '#client/kit/field/field.tsx'
import { useT } from '#client/language/language-context.ts'

/** The step has come by a press of the member, who goes on typing. */
const focusOnce = (input: HTMLInputElement | null) => input?.focus()

type CodeStepProps = {
  readonly ticket: string
  readonly onDone: () => unknown
  readonly onBeginAgain: () => void
}

/** The code of the member's app, or one of their recovery codes. */
export function CodeStep({ ticket, onDone, onBeginAgain }: CodeStepProps) {
  const t = useT()
  const { send, isSending, problems } = useSending()
  const [code, setCode] = useState('')
  const submit = () =>
    send(
      () => server().call('POST', deskSecondFactorPath, { body: { ticket, code: code.trim() } }),
      answer => answer.kind === 'done' && onDone(),
    )
  return (
    <Form problems={problems} title={t('foyer.desk.sign-in.failed')} onSubmit={submit}>
      <TextField
        id="code"
        label={t('foyer.desk.sign-in.code')}
        hint={t('foyer.desk.sign-in.code.hint')}
        name="code"
        autoComplete="one-time-code"
        inputMode="text"
        ref={focusOnce}
        value={code}
        onChange={event => setCode(event.target.value)}
        required
      />
      <Button type="submit" busy={isSending} wide>
        {t('foyer.desk.sign-in.code.submit')}
      </Button>
      <p>
        <TextButton onClick={onBeginAgain}>{t('foyer.desk.sign-in.begin')}</TextButton>
      </p>
    </Form>
  )
}
