import { useState } from 'react'
import type { Webhook } from '#contract/desk-webhooks.ts'
import { deskWebhookSecretPath } from '#contract/paths.ts'
import { server } from '#client/frame/calls/server.ts'
import { useQueryCache } from '#client/frame/calls/use-query.tsx'
import { Form, useSending } from '#client/frame/forms/sent-form.tsx'
import { Button } from '#client/kit/button/button.tsx'
import { SelectField } from '#client/kit/field/field.tsx'
import { useT } from '#client/language/language-context.ts'
import css from '../settings.module.css'
import { WEBHOOKS_KEY } from './queries.ts'
import { Secret } from './secret.tsx'

/** How long the secret before signs beside a new one. */
const OVERLAPS = [24, 168, 1, 0] as const

/** A new secret in the place of the one of now. */
export function Rotation({ webhook }: { readonly webhook: Webhook }) {
  const t = useT()
  const cache = useQueryCache()
  const { send, isSending, problems } = useSending()
  const [overlapHours, setOverlap] = useState<number>(OVERLAPS[0])
  const [secret, setSecret] = useState<string>()
  const rotate = () =>
    send(
      () => server().call('POST', deskWebhookSecretPath, { params: { webhookId: webhook.id }, body: { overlapHours } }),
      async result => {
        if (result.kind !== 'done') return
        setSecret(result.value.secret)
        await cache.invalidateQueries(WEBHOOKS_KEY)
      },
    )
  return (
    <Form problems={problems} title={t('foyer.desk.not-saved')} onSubmit={rotate}>
      <div className={css.form}>
        <SelectField
          id={`${webhook.id}-overlap`}
          label={t('foyer.desk.webhooks.overlap.label')}
          hint={t('foyer.desk.webhooks.overlap.hint')}
          value={overlapHours}
          onChange={({ target }) => setOverlap(Number(target.value))}
        >
          {OVERLAPS.map(hours => (
            <option key={hours} value={hours}>
              {t(`foyer.desk.webhooks.overlap.${hours}`)}
            </option>
          ))}
        </SelectField>
        <div>
          <Button type="submit" busy={isSending}>
            {t('foyer.desk.webhooks.rotate.make')}
          </Button>
        </div>
        <div role="status">{secret !== undefined && <Secret secret={secret} />}</div>
      </div>
    </Form>
  )
}
