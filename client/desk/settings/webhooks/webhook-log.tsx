import { useState } from 'react'
import type { WebhookAttempt, WebhookDelivery } from '#contract/desk-webhooks.ts'
import { deskWebhookRedeliveryPath } from '#contract/paths.ts'
import { TEST_KIND } from '#domain/organiser/webhook/webhook.ts'
import { problemText } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { useQuery, useQueryCache } from '#client/frame/calls/use-query.tsx'
import { useSending } from '#client/frame/forms/sent-form.tsx'
import { Button } from '#client/kit/button/button.tsx'
import { useToast } from '#client/kit/notice/notice.tsx'
import { useT } from '#client/language/language-context.ts'
import { useDates, useOwnZone } from '#client/language/use-dates.ts'
import { EndOfList } from '../../parts/filters.tsx'
import { ListParts } from '../../parts/list-parts.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Tag } from '../../parts/work.tsx'
import css from '../settings.module.css'
import { WEBHOOKS_KEY, deliveriesQuery, deliveryQuery } from './queries.ts'

type LogProps = { readonly webhookId: string; readonly isOn: boolean }

/** What a webhook has sent, the latest first, a page at a time. */
export function WebhookLog({ webhookId, isOn }: LogProps) {
  const t = useT()
  const cache = useQueryCache()
  return (
    <section aria-label={t('foyer.desk.webhooks.log')} className={css.log}>
      <div>
        <Button tone="quiet" onClick={() => void cache.invalidateQueries(WEBHOOKS_KEY)}>
          {t('foyer.desk.webhooks.log.again')}
        </Button>
      </div>
      <ListParts>{(cursor, onMore) => <LogPart {...{ webhookId, isOn, cursor, onMore }} />}</ListParts>
    </section>
  )
}

type PartProps = LogProps & {
  readonly cursor: string | undefined
  readonly onMore: ((cursor: string) => void) | undefined
}

function LogPart({ webhookId, isOn, cursor, onMore }: PartProps) {
  const t = useT()
  const query = useQuery(deliveriesQuery({ webhookId, ...(cursor !== undefined && { cursor }) }))
  return (
    <Loaded query={query}>
      {({ deliveries, nextCursor }) => (
        <>
          <ul className={css.list}>
            {deliveries.length === 0 && <li className="soft">{t('foyer.desk.webhooks.log.none')}</li>}
            {deliveries.map(delivery => (
              <DeliveryLine key={delivery.id} {...{ webhookId, isOn, delivery }} />
            ))}
          </ul>
          {onMore && <EndOfList query={query} next={nextCursor} onMore={onMore} />}
        </>
      )}
    </Loaded>
  )
}

type DeliveryProps = LogProps & { readonly delivery: WebhookDelivery }

const TONES = { WAITING: 'warn', DELIVERED: 'good', FAILED: 'bad' } as const

function DeliveryLine({ webhookId, isOn, delivery }: DeliveryProps) {
  const t = useT()
  const dates = useDates(useOwnZone() ?? 'UTC')
  const [isOpen, setOpen] = useState(false)
  const { kind, at, status, attempts, nextAttemptAt, lastStatus, lastError } = delivery
  return (
    <li>
      <div className={css.line}>
        <b>{t(kind === TEST_KIND ? 'foyer.desk.webhook-kind.test' : `foyer.desk.webhook-kind.${kind}`)}</b>
        <Tag tone={TONES[status]}>{t(`foyer.desk.webhooks.status.${status}`)}</Tag>
      </div>
      <span className="soft">
        {dates.moment(at)}
        {lastStatus !== null && ` · HTTP ${lastStatus}`}
        {lastError !== null && ` · ${lastError}`}
        {attempts > 1 && ` · ${t('foyer.desk.webhooks.attempts', attempts)}`}
        {nextAttemptAt !== null && ` · ${t('foyer.desk.webhooks.next', dates.moment(nextAttemptAt))}`}
      </span>
      <div className={css.copied}>
        <Button tone="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('foyer.desk.webhooks.details')}
        </Button>
        {isOn && <Again webhookId={webhookId} deliveryId={delivery.id} />}
      </div>
      {isOpen && <Details webhookId={webhookId} deliveryId={delivery.id} />}
    </li>
  )
}

type OfDelivery = { readonly webhookId: string; readonly deliveryId: string }

function Again(params: OfDelivery) {
  const t = useT()
  const toast = useToast()
  const cache = useQueryCache()
  const { send, isSending, problems } = useSending()
  const press = () =>
    send(
      () => server().call('POST', deskWebhookRedeliveryPath, { params }),
      async result => {
        if (result.kind !== 'done') return
        toast(t('foyer.desk.webhooks.again.done'), 'good')
        await cache.invalidateQueries(WEBHOOKS_KEY)
      },
    )
  return (
    <>
      <Button tone="quiet" busy={isSending} onClick={() => void press()}>
        {t('foyer.desk.webhooks.again')}
      </Button>
      {problems && <span role="alert">{problems.list.map(problem => problemText(t, problem)).join(' ')}</span>}
    </>
  )
}

function Details(of: OfDelivery) {
  const t = useT()
  const query = useQuery(deliveryQuery(of))
  return (
    <Loaded query={query}>
      {({ messageId, body, log }) => (
        <div className={css.answer}>
          <span className="soft">webhook-id: {messageId}</span>
          <b>{t('foyer.desk.webhooks.body')}</b>
          <span className={css.code}>{JSON.stringify(JSON.parse(body), null, 2)}</span>
          <b>{t('foyer.desk.webhooks.answers')}</b>
          {log.length === 0 && <span className="soft">{t('foyer.desk.webhooks.not-tried')}</span>}
          {log.map(attempt => (
            <Attempt key={attempt.number} attempt={attempt} />
          ))}
        </div>
      )}
    </Loaded>
  )
}

function Attempt({ attempt: { at, status, error, durationMs, response } }: { readonly attempt: WebhookAttempt }) {
  const t = useT()
  const dates = useDates(useOwnZone() ?? 'UTC')
  const what = status === null ? (error ?? t('foyer.desk.webhooks.unknown')) : `HTTP ${status}`
  return (
    <>
      <span>
        {dates.moment(at)} · {what}
        {durationMs !== null && ` · ${durationMs} ms`}
      </span>
      {response !== null && response !== '' && <span className={css.code}>{response}</span>}
    </>
  )
}
