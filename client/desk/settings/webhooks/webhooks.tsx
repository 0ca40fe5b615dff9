import { useState } from 'react'
import type { Webhook } from '#contract/desk-webhooks.ts'
import { deskWebhooksPath } from '#contract/paths.ts'
import { WEBHOOK_KINDS } from '#domain/organiser/webhook/webhook.ts'
import { server } from '#client/frame/calls/server.ts'
import { useQuery, useQueryCache } from '#client/frame/calls/use-query.tsx'
import { Form, useProblemOf, useSending } from '#client/frame/forms/sent-form.tsx'
import { Button } from '#client/kit/button/button.tsx'
import { useT } from '#client/language/language-context.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Panel, Stack } from '../../parts/work.tsx'
import css from '../settings.module.css'
import { WEBHOOKS_KEY, webhooksQuery } from './queries.ts'
import { Secret } from './secret.tsx'
import { WebhookFields, type WebhookValues } from './webhook-fields.tsx'
import { WebhookPanel } from './webhook-panel.tsx'

const NEW: WebhookValues = { url: '', description: '', kinds: [...WEBHOOK_KINDS] }

/** Where what happens in an organisation is sent: made, changed, tried out, and what was sent. */
export function Webhooks({ organizationId }: { readonly organizationId: number }) {
  const t = useT()
  const query = useQuery(webhooksQuery(organizationId))
  return (
    <Loaded query={query}>
      {({ webhooks }) => (
        <Stack>
          {webhooks.length === 0 && (
            <Panel title={t('foyer.desk.webhooks')}>
              <p>{t('foyer.desk.webhooks.none')}</p>
            </Panel>
          )}
          {webhooks.map((webhook: Webhook) => (
            <WebhookPanel key={webhook.id} webhook={webhook} />
          ))}
          <Panel title={t('foyer.desk.webhooks.new')}>
            <NewWebhook organizationId={organizationId} />
          </Panel>
        </Stack>
      )}
    </Loaded>
  )
}

function NewWebhook({ organizationId }: { readonly organizationId: number }) {
  const t = useT()
  const cache = useQueryCache()
  const { send, isSending, problems } = useSending()
  const problemOf = useProblemOf(problems)
  const [values, setValues] = useState(NEW)
  const [secret, setSecret] = useState<string>()
  const make = () =>
    send(
      () => server().call('POST', deskWebhooksPath, { body: { organizationId, ...values, kinds: [...values.kinds] } }),
      async result => {
        if (result.kind !== 'done') return
        setSecret(result.value.secret)
        setValues(NEW)
        await cache.invalidateQueries(WEBHOOKS_KEY)
      },
    )
  return (
    <Form problems={problems} title={t('foyer.desk.not-saved')} onSubmit={make} idOf={field => `new-${field}`}>
      <div className={css.form}>
        <WebhookFields id="new" values={values} onChange={setValues} problemOf={problemOf} />
        <div>
          <Button type="submit" busy={isSending}>
            {t('foyer.desk.webhooks.make')}
          </Button>
        </div>
        <div role="status">{secret !== undefined && <Secret secret={secret} />}</div>
      </div>
    </Form>
  )
}
