import { useState } from 'react'
import type { DeskMessage, DeskMessageDetail } from '#contract/desk-messages.ts'
import { deskMessageAgainPath, deskMessageStopPath, deskOrdersPagePath } from '#contract/paths.ts'
import { server } from '#client/frame/calls/server.ts'
import { useQuery } from '#client/frame/calls/use-query.tsx'
import { Button, Link } from '#client/kit/button/button.tsx'
import { useLanguage } from '#client/language/language-context.ts'
import { useDates } from '#client/language/use-dates.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Press } from '../../parts/press.tsx'
import { Acts, Tag } from '../../parts/work.tsx'
import { messageQuery } from '../message-calls.ts'
import css from './messages.module.css'

type LineProps = {
  readonly eventId: number
  readonly timezone: string
  readonly message: DeskMessage
  readonly onChanged: () => unknown
}

/** One message: what became of it, in figures, and what can be done. */
export function MessageLine({ eventId, timezone, message, onChanged }: LineProps) {
  const { t } = useLanguage()
  const dates = useDates(timezone)
  const [isOpen, setOpen] = useState(false)
  const { id, subject, status, purpose, by, sendAt, figures } = message
  const params = { eventId, messageId: id }
  const isOpenStill = status === 'PLANNED' || status === 'SENDING'
  const lead = status === 'PLANNED' ? 'foyer.desk.message.lead.planned' : 'foyer.desk.message.lead'
  return (
    <li>
      <div className={css.line}>
        <h3 dir="auto">{subject}</h3>
        <Tag tone={status === 'SENT' ? 'good' : isOpenStill ? 'warn' : 'plain'}>
          {t(`foyer.desk.message.status.${status.toLowerCase()}`)}
        </Tag>
        <Tag tone="plain">{t(`foyer.desk.message.purpose.${purpose.toLowerCase()}`)}</Tag>
      </div>
      <span className="soft">{t(lead, dates.moment(sendAt), by)}</span>
      <Figures message={message} />
      <Acts>
        <Button tone="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('foyer.desk.message.details')}
        </Button>
        {isOpenStill && (
          <Press
            name={t('foyer.desk.message.stop')}
            done="foyer.desk.message.stopped"
            call={() => server().call('POST', deskMessageStopPath, { params })}
            onChanged={onChanged}
          />
        )}
        {figures.failed > 0 && status !== 'STOPPED' && (
          <Press
            name={t('foyer.desk.message.again')}
            done="foyer.desk.message.repeated"
            call={() => server().call('POST', deskMessageAgainPath, { params })}
            onChanged={onChanged}
          />
        )}
      </Acts>
      {isOpen && <Detail eventId={eventId} message={message} />}
    </li>
  )
}

/** Those that are always of interest, and others where they are not zero. */
function Figures({ message: { planned, status, purpose, figures } }: { readonly message: DeskMessage }) {
  const { t, language } = useLanguage()
  const number = new Intl.NumberFormat(language)
  const { waiting, queued, sent, failed, leftOut, erased, unsubscribed } = figures
  const shown = [
    { name: 'planned', count: planned, isShown: status === 'PLANNED' },
    { name: 'sent', count: sent, isShown: status !== 'PLANNED' },
    { name: 'waiting', count: waiting, isShown: waiting > 0 },
    { name: 'queued', count: queued, isShown: queued > 0 },
    { name: 'failed', count: failed, isShown: failed > 0 },
    { name: 'left-out', count: leftOut, isShown: leftOut > 0 },
    { name: 'erased', count: erased, isShown: erased > 0 },
    { name: 'unsubscribed', count: unsubscribed, isShown: purpose === 'NEWS' && status !== 'PLANNED' },
  ]
  return (
    <dl className={css.figures}>
      {shown
        .filter(({ isShown }) => isShown)
        .map(({ name, count }) => (
          <div key={name} data-bad={name === 'failed' || undefined}>
            <dt>{t(`foyer.desk.message.figure.${name}`)}</dt>
            <dd>{number.format(count)}</dd>
          </div>
        ))}
    </dl>
  )
}

function Detail({ eventId, message }: Pick<LineProps, 'eventId' | 'message'>) {
  const query = useQuery(messageQuery(eventId, message.id))
  return <Loaded query={query}>{detail => <Texts detail={detail} />}</Loaded>
}

/** The texts, who was left out, and the addresses that failed with what helps. */
function Texts({ detail }: { readonly detail: DeskMessageDetail }) {
  const { t, language } = useLanguage()
  const { texts, failures, withoutAddress, alreadyUnsubscribed, audience } = detail
  const names = new Intl.DisplayNames([language], { type: 'language' })
  return (
    <div className={css.detail}>
      <p className="soft">
        {t(`foyer.desk.message.to.${audience.to.toLowerCase()}`)}
        {withoutAddress > 0 && <> · {t('foyer.desk.message.left-out.address', withoutAddress)}</>}
        {alreadyUnsubscribed > 0 && <> · {t('foyer.desk.message.left-out.news', alreadyUnsubscribed)}</>}
      </p>
      {Object.entries(texts).map(([code, { subject, text }]) => (
        <section key={code} aria-label={names.of(code) ?? code} lang={code}>
          <b>
            {names.of(code) ?? code}: <bdi>{subject}</bdi>
          </b>
          <pre dir="auto">{text}</pre>
        </section>
      ))}
      {failures.length > 0 && (
        <section aria-label={t('foyer.desk.message.failures')}>
          <b>{t('foyer.desk.message.failures')}</b>
          <p>{t('foyer.desk.message.failures.remedy')}</p>
          <ul>
            {failures.map(({ recipient, reason, orderId }) => (
              <li key={`${recipient} ${orderId}`}>
                {recipient}: {reason}{' '}
                {orderId !== null && (
                  <Link to={`${deskOrdersPagePath}?order=${orderId}`}>{t('foyer.desk.message.order')}</Link>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
