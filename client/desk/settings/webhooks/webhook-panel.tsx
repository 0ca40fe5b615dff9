import { useState } from 'react'
import type { Webhook } from '#contract/desk-webhooks.ts'
import { deskWebhookPath, deskWebhookTestPath } from '#contract/paths.ts'
import { problemText } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { useQueryCache } from '#client/frame/calls/use-query.tsx'
import { Form, useProblemOf, useSending } from '#client/frame/forms/sent-form.tsx'
import { Button } from '#client/kit/button/button.tsx'
import { Notice, useToast } from '#client/kit/notice/notice.tsx'
import { useT } from '#client/language/language-context.ts'
import { useDates, useOwnZone } from '#client/language/use-dates.ts'
import { DeleteButton } from '../../parts/delete-button.tsx'
import { More } from '../../parts/more.tsx'
import { Acts, Panel, Tag } from '../../parts/work.tsx'
import css from '../settings.module.css'
import { WEBHOOKS_KEY } from './queries.ts'
import { Rotation } from './rotation.tsx'
import { WebhookFields, type WebhookValues } from './webhook-fields.tsx'
import { WebhookLog } from './webhook-log.tsx'

type PanelProps = { readonly webhook: Webhook }
type Shown = 'nothing' | 'fields' | 'secret' | 'log'

/** One webhook: its state, what can be done with it, and what it has sent. */
export function WebhookPanel({ webhook }: PanelProps) {
  const t = useT()
  const { url, description, kinds } = webhook
  const [shown, setShown] = useState<Shown>('nothing')
  const toggle = (part: Shown) => () => setShown(shown === part ? 'nothing' : part)
  return (
    <Panel title={description || new URL(url).host} aside={<State webhook={webhook} />}>
      <div className={css.form}>
        <span className={css.code}>{url}</span>
        <Trouble webhook={webhook} />
        <p className="soft">{kinds.map(kind => t(`foyer.desk.webhook-kind.${kind}`)).join(' · ')}</p>
        <Acts>
          <Test webhook={webhook} onSent={() => setShown('log')} />
          <Toggle name="foyer.desk.webhooks.log" isShown={shown === 'log'} onToggle={toggle('log')} />
          <More>
            <Toggle name="foyer.desk.webhooks.change" isShown={shown === 'fields'} onToggle={toggle('fields')} />
            <Toggle name="foyer.desk.webhooks.rotate" isShown={shown === 'secret'} onToggle={toggle('secret')} />
            <OnOff webhook={webhook} />
          </More>
          <Delete webhook={webhook} />
        </Acts>
        {shown === 'fields' && <Change webhook={webhook} onChanged={() => setShown('nothing')} />}
        {shown === 'secret' && <Rotation webhook={webhook} />}
      </div>
      {shown === 'log' && <WebhookLog webhookId={webhook.id} isOn={webhook.offAt === null} />}
    </Panel>
  )
}

function State({ webhook: { offAt, failingSince } }: PanelProps) {
  const t = useT()
  if (offAt !== null) return <Tag tone="off">{t('foyer.desk.webhooks.off')}</Tag>
  if (failingSince !== null) return <Tag tone="bad">{t('foyer.desk.webhooks.failing')}</Tag>
  return <Tag tone="good">{t('foyer.desk.webhooks.on')}</Tag>
}

/** Why nothing arrives, and until when the secret before still signs. */
function Trouble({ webhook }: PanelProps) {
  const t = useT()
  const dates = useDates(useOwnZone() ?? 'UTC')
  const { offAt, offReason, failingSince, previousSecretUntil } = webhook
  return (
    <>
      {offAt !== null && offReason !== null && (
        <Notice tone={offReason === 'MEMBER' ? 'plain' : 'bad'}>
          {t(`foyer.desk.webhooks.off.${offReason}`, dates.moment(offAt))}
        </Notice>
      )}
      {offAt === null && failingSince !== null && (
        <Notice tone="bad">{t('foyer.desk.webhooks.failing.text', dates.moment(failingSince))}</Notice>
      )}
      {previousSecretUntil !== null && (
        <Notice>{t('foyer.desk.webhooks.overlap', dates.moment(previousSecretUntil))}</Notice>
      )}
    </>
  )
}

type ToggleProps = { readonly name: string; readonly isShown: boolean; readonly onToggle: () => void }

function Toggle({ name, isShown, onToggle }: ToggleProps) {
  const t = useT()
  return (
    <Button tone="quiet" aria-expanded={isShown} onClick={onToggle}>
      {t(name)}
    </Button>
  )
}

function Test({ webhook, onSent }: PanelProps & { readonly onSent: () => void }) {
  const t = useT()
  const toast = useToast()
  const cache = useQueryCache()
  const { send, isSending, problems } = useSending()
  const test = () =>
    send(
      () => server().call('POST', deskWebhookTestPath, { params: { webhookId: webhook.id } }),
      async result => {
        if (result.kind !== 'done') return
        toast(t('foyer.desk.webhooks.test.sent'), 'good')
        await cache.invalidateQueries(WEBHOOKS_KEY)
        onSent()
      },
    )
  if (webhook.offAt !== null) return null
  return (
    <>
      <Button busy={isSending} onClick={() => void test()}>
        {t('foyer.desk.webhooks.test')}
      </Button>
      {problems && <span role="alert">{problems.list.map(problem => problemText(t, problem)).join(' ')}</span>}
    </>
  )
}

function useChange({ id }: Webhook) {
  const cache = useQueryCache()
  const sending = useSending()
  const change = (values: WebhookValues & { readonly isEnabled: boolean }, then: () => unknown) =>
    sending.send(
      () =>
        server().call('PUT', deskWebhookPath, {
          params: { webhookId: id },
          body: { ...values, kinds: [...values.kinds] },
        }),
      async result => {
        if (result.kind !== 'done') return
        await cache.invalidateQueries(WEBHOOKS_KEY)
        then()
      },
    )
  return { ...sending, change }
}

function Change({ webhook, onChanged }: PanelProps & { readonly onChanged: () => void }) {
  const t = useT()
  const { change, isSending, problems } = useChange(webhook)
  const problemOf = useProblemOf(problems)
  const { url, description, kinds, offAt } = webhook
  const [values, setValues] = useState<WebhookValues>({ url, description, kinds })
  const save = () => change({ ...values, isEnabled: offAt === null }, onChanged)
  return (
    <Form
      problems={problems}
      title={t('foyer.desk.not-saved')}
      onSubmit={save}
      idOf={field => `${webhook.id}-${field}`}
    >
      <WebhookFields id={webhook.id} values={values} onChange={setValues} problemOf={problemOf} />
      <div>
        <Button type="submit" busy={isSending}>
          {t('foyer.desk.save')}
        </Button>
      </div>
    </Form>
  )
}

function OnOff({ webhook }: PanelProps) {
  const t = useT()
  const { change, isSending } = useChange(webhook)
  const { url, description, kinds, offAt } = webhook
  const isOff = offAt !== null
  return (
    <Button
      tone="quiet"
      busy={isSending}
      onClick={() => void change({ url, description, kinds, isEnabled: isOff }, () => undefined)}
    >
      {t(isOff ? 'foyer.desk.webhooks.switch-on' : 'foyer.desk.webhooks.switch-off')}
    </Button>
  )
}

function Delete({ webhook }: PanelProps) {
  const t = useT()
  const cache = useQueryCache()
  const { send, isSending } = useSending()
  const remove = () =>
    send(
      () => server().call('DELETE', deskWebhookPath, { params: { webhookId: webhook.id } }),
      () => cache.invalidateQueries(WEBHOOKS_KEY),
    )
  return (
    <DeleteButton sure={t('foyer.desk.webhooks.sure')} isSending={isSending} onSure={() => void remove()}>
      {t('foyer.desk.webhooks.delete')}
    </DeleteButton>
  )
}
