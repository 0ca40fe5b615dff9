import { useState } from 'react'
import type { Me } from '#contract/member.ts'
import { deskOwnFactorPath, deskProposedFactorPath } from '#contract/paths.ts'
import { server } from '#client/frame/calls/server.ts'
import { Form, useProblemOf, useSending } from '#client/frame/forms/sent-form.tsx'
import { Button, CopyButton } from '#client/kit/button/button.tsx'
import { TextField } from '#client/kit/field/field.tsx'
import { useToast } from '#client/kit/notice/notice.tsx'
import { useT } from '#client/language/language-context.ts'
import { PasswordField } from '../parts/password-field.tsx'
import { Acts, Panel, Tag } from '../parts/work.tsx'
import { QrCode } from '#client/kit/qr-code/qr-code.tsx'
import css from './account.module.css'

type FactorProps = { readonly me: Me; readonly onChanged: () => unknown }
type Proposed = { readonly secret: string; readonly uri: string }

/** A code of an app beside the password: set up, shown with its recovery codes, and removed. */
export function SecondFactor({ me, onChanged }: FactorProps) {
  const t = useT()
  const [codes, setCodes] = useState<readonly string[]>()
  const [proposed, setProposed] = useState<Proposed>()
  const { send, isSending } = useSending()
  const begin = () =>
    send(
      () => server().call('POST', deskProposedFactorPath),
      answer => answer.kind === 'done' && setProposed(answer.value),
    )
  const finish = async (recoveryCodes: readonly string[]) => {
    setProposed(undefined)
    setCodes(recoveryCodes)
    await onChanged()
  }
  return (
    <Panel
      title={t('foyer.desk.account.factor')}
      aside={me.hasSecondFactor && <Tag tone="good">{t('foyer.desk.account.factor.on')}</Tag>}
    >
      {codes && <RecoveryCodes codes={codes} />}
      {!codes && me.hasSecondFactor && (
        <p className="soft">{t('foyer.desk.account.factor.left', me.recoveryCodesLeft)}</p>
      )}
      {!me.hasSecondFactor && <p className="soft">{t('foyer.desk.account.factor.text')}</p>}
      {proposed && <SetUp proposed={proposed} onDone={finish} />}
      {!proposed && !me.hasSecondFactor && (
        <p className={css.after}>
          <Button tone="quiet" busy={isSending} onClick={() => void begin()}>
            {t('foyer.desk.account.factor.begin')}
          </Button>
        </p>
      )}
      {me.hasSecondFactor && <Removal onChanged={onChanged} />}
    </Panel>
  )
}

type SetUpProps = { readonly proposed: Proposed; readonly onDone: (codes: readonly string[]) => unknown }

function SetUp({ proposed: { secret, uri }, onDone }: SetUpProps) {
  const t = useT()
  const { send, isSending, problems } = useSending()
  const problemOf = useProblemOf(problems)
  const [code, setCode] = useState('')
  const [password, setPassword] = useState('')
  const submit = () =>
    send(
      () => server().call('PUT', deskOwnFactorPath, { body: { secret, code, password } }),
      answer => answer.kind === 'done' && onDone(answer.value.recoveryCodes),
    )
  return (
    <div className={css.form}>
      <p>{t('foyer.desk.account.factor.scan')}</p>
      <QrCode text={uri} name={t('foyer.desk.account.factor.picture')} />
      <p className="soft">
        {t('foyer.desk.account.factor.by-hand')}{' '}
        <span className={css.secret}>{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</span>{' '}
        <CopyButton text={secret} subject={t('foyer.desk.account.factor.secret')} />
      </p>
      <Form
        problems={problems}
        title={t('foyer.desk.form.not-saved')}
        onSubmit={submit}
        idOf={field => (field === 'password' ? 'factor-password' : field)}
      >
        <TextField
          id="code"
          label={t('foyer.desk.account.factor.code')}
          autoComplete="one-time-code"
          inputMode="numeric"
          error={problemOf('code')}
          value={code}
          onChange={event => setCode(event.target.value)}
          required
        />
        <PasswordField
          id="factor-password"
          label={t('foyer.desk.account.password.current')}
          error={problemOf('password')}
          value={password}
          onChange={setPassword}
        />
        <div>
          <Button type="submit" busy={isSending}>
            {t('foyer.desk.account.factor.submit')}
          </Button>
        </div>
      </Form>
    </div>
  )
}

/** Shown this once. */
function RecoveryCodes({ codes }: { readonly codes: readonly string[] }) {
  const t = useT()
  return (
    <>
      <p role="status">{t('foyer.desk.account.recovery.text')}</p>
      <ul className={css.recovery} aria-label={t('foyer.desk.account.recovery')}>
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Acts>
        <CopyButton text={codes.join('\n')} subject={t('foyer.desk.account.recovery')} />
        <Button tone="quiet" onClick={() => window.print()}>
          {t('foyer.desk.account.recovery.print')}
        </Button>
      </Acts>
    </>
  )
}

function Removal({ onChanged }: { readonly onChanged: () => unknown }) {
  const t = useT()
  const toast = useToast()
  const { send, isSending, problems } = useSending()
  const problemOf = useProblemOf(problems)
  const [password, setPassword] = useState<string>()
  const submit = () =>
    send(
      () => server().call('DELETE', deskOwnFactorPath, { body: { password: password ?? '' } }),
      async answer => {
        if (answer.kind !== 'done') return
        toast(t('foyer.desk.account.factor.removed'), 'good')
        await onChanged()
      },
    )
  if (password === undefined) {
    return (
      <p className={css.after}>
        <Button tone="quiet" onClick={() => setPassword('')}>
          {t('foyer.desk.account.factor.remove')}
        </Button>
      </p>
    )
  }
  return (
    <div className={css.after}>
      <Form
        problems={problems}
        title={t('foyer.desk.form.not-saved')}
        onSubmit={submit}
        idOf={() => 'removal-password'}
      >
        <PasswordField
          id="removal-password"
          label={t('foyer.desk.account.password.current')}
          error={problemOf('password')}
          value={password}
          onChange={setPassword}
        />
        <div>
          <Button type="submit" tone="danger" busy={isSending}>
            {t('foyer.desk.account.factor.remove')}
          </Button>
        </div>
      </Form>
    </div>
  )
}
