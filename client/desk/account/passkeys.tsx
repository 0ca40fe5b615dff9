import { useState } from 'react'
import type { Me } from '#contract/member.ts'
import { deskPasskeyPath, deskPasskeysPath, deskProposedPasskeyPath } from '#contract/paths.ts'
import { type CallResult, problemText } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { Form, useSending } from '#client/frame/forms/sent-form.tsx'
import { Button } from '#client/kit/button/button.tsx'
import { TextField } from '#client/kit/field/field.tsx'
import { useToast } from '#client/kit/notice/notice.tsx'
import { useT } from '#client/language/language-context.ts'
import { useDates, useOwnZone } from '#client/language/use-dates.ts'
import { Panel } from '../parts/work.tsx'
import { browserName } from './browser-name.ts'
import rowList from '../parts/row-list.module.css'
import css from './account.module.css'

type PasskeysProps = { readonly me: Me; readonly onChanged: () => unknown }

/** The keys of the member's devices: with one of them no password and no code is needed. */
export function Passkeys({ me, onChanged }: PasskeysProps) {
  const t = useT()
  const dates = useDates(useOwnZone() ?? 'UTC')
  const { send, isSending, problems } = useSending()
  const remove = (id: number) => send(() => server().call('DELETE', deskPasskeyPath, { params: { id } }), onChanged)
  return (
    <Panel title={t('foyer.desk.account.passkeys')}>
      <p className="soft">{t('foyer.desk.account.passkeys.text')}</p>
      <ul className={rowList.rows}>
        {me.passkeys.map(({ id, name: own, createdAt, usedAt }) => (
          <li key={id}>
            <div>
              <b>
                <bdi>{own}</bdi>
              </b>
              <p className="soft">
                {usedAt === null
                  ? t('foyer.desk.account.added', dates.shortDay(createdAt))
                  : t('foyer.desk.account.used', dates.moment(usedAt))}
              </p>
            </div>
            <Button tone="quiet" busy={isSending} onClick={() => void remove(id)}>
              {t('foyer.desk.remove')}
              <span className="unseen">: {own}</span>
            </Button>
          </li>
        ))}
      </ul>
      {problems && <p role="alert">{problems.list.map(problem => problemText(t, problem)).join(' ')}</p>}
      <AddPasskey onAdded={onChanged} />
    </Panel>
  )
}

function AddPasskey({ onAdded }: { readonly onAdded: () => unknown }) {
  const t = useT()
  const toast = useToast()
  const { send, isSending, problems } = useSending()
  const [name, setName] = useState(() => browserName(navigator.userAgent) ?? '')
  const add = () =>
    send(
      () => makePasskey(name),
      async answer => {
        if (answer.kind !== 'done') return
        toast(t('foyer.desk.account.passkey.added'), 'good')
        await onAdded()
      },
    )
  return (
    <div className={css.after}>
      <Form problems={problems} title={t('foyer.desk.form.not-saved')} onSubmit={add}>
        <TextField
          id="passkey-name"
          label={t('foyer.desk.account.passkey.name')}
          value={name}
          maxLength={100}
          onChange={event => setName(event.target.value)}
        />
        <div>
          <Button type="submit" tone="quiet" busy={isSending}>
            {t('foyer.desk.account.passkey.add')}
          </Button>
        </div>
      </Form>
    </div>
  )
}

const NONE_MADE: CallResult<null> = {
  kind: 'refused',
  problems: [{ field: '', code: 'foyer.desk.account.passkey.none', args: [] }],
  value: null,
}

/** The browser asks the member, and the shop keeps the public half. */
async function makePasskey(name: string): Promise<CallResult<null>> {
  const proposed = await server().call('POST', deskProposedPasskeyPath)
  if (proposed.kind !== 'done') return proposed
  const { startRegistration } = await import('@simplewebauthn/browser')
  const options: object = proposed.value
  try {
    // The decoding edge: the server writes these options by the same library.
    const made = await startRegistration({
      optionsJSON: options as Parameters<typeof startRegistration>[0]['optionsJSON'],
    })
    const { id, rawId, type } = made
    const { clientDataJSON, attestationObject } = made.response
    const response = { id, rawId, type, response: { clientDataJSON, attestationObject } }
    return await server().call('POST', deskPasskeysPath, { body: { name, response } })
  } catch {
    return NONE_MADE
  }
}
