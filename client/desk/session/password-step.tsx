import { useState } from 'react'
import {
  deskLostPasswordPagePath,
  deskPasskeySignInPath,
  deskProposedPasskeySignInPath,
  deskSignInPath,
} from '#contract/paths.ts'
import type { CallResult } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { Form, useSending } from '#client/frame/forms/sent-form.tsx'
import { Button, Link } from '#client/kit/button/button.tsx'
import { TextField } from '#client/kit/field/field.tsx'
import { useT } from '#client/language/language-context.ts'
import { PasswordField } from '../parts/password-field.tsx'
import { ProviderLinks } from './provider-links.tsx'

type PasswordStepProps = {
  /** `ticket` for the second factor; null: the member has signed in. */
  readonly onDone: (ticket: string | null) => unknown
}

type Answer = CallResult<{ readonly ticket: string | null }>

/** Address and password, or the passkey of this device. */
export function PasswordStep({ onDone }: PasswordStepProps) {
  const t = useT()
  const { send, isSending, problems } = useSending()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const finish = (answer: Answer) => answer.kind === 'done' && onDone(answer.value.ticket)
  const submit = () =>
    send(() => server().call('POST', deskSignInPath, { body: { email: email.trim(), password } }), finish)
  return (
    <Form problems={problems} title={t('foyer.desk.sign-in.failed')} onSubmit={submit}>
      <TextField
        id="email"
        label={t('foyer.desk.email')}
        type="email"
        name="email"
        autoComplete="username webauthn"
        inputMode="email"
        value={email}
        onChange={event => setEmail(event.target.value)}
        required
      />
      <PasswordField id="password" label={t('foyer.desk.password')} value={password} onChange={setPassword} />
      <Button type="submit" busy={isSending} wide>
        {t('foyer.desk.sign-in.submit')}
      </Button>
      <Button tone="quiet" busy={isSending} wide onClick={() => void send(signInByPasskey, finish)}>
        {t('foyer.desk.sign-in.passkey')}
      </Button>
      <ProviderLinks />
      <p>
        <Link to={deskLostPasswordPagePath}>{t('foyer.desk.lost-password.link')}</Link>
      </p>
    </Form>
  )
}

const NO_PASSKEY: Answer = {
  kind: 'refused',
  problems: [{ field: '', code: 'foyer.desk.passkey.none', args: [] }],
  value: null,
}

/** The browser asks the member; an answer that does not come is no fault of the server's. */
async function signInByPasskey(): Promise<Answer> {
  const proposed = await server().call('POST', deskProposedPasskeySignInPath)
  if (proposed.kind !== 'done') return proposed
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const options: object = proposed.value
  try {
    // The decoding edge: the server writes these options by the same library.
    const response = await startAuthentication({
      optionsJSON: options as Parameters<typeof startAuthentication>[0]['optionsJSON'],
    })
    const { id, rawId, type } = response
    const { clientDataJSON, authenticatorData, signature, userHandle } = response.response
    const own = { clientDataJSON, authenticatorData, signature, ...(userHandle !== undefined && { userHandle }) }
    return await server().call('POST', deskPasskeySignInPath, {
      body: { response: { id, rawId, type, response: own } },
    })
  } catch {
    return NO_PASSKEY
  }
}
