import { deskMailAgainPath, deskOrderDocumentPath, pathTo } from '#contract/paths.ts'
import { explain, problemText } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { useSending } from '#client/frame/forms/sent-form.tsx'
import { TextButton } from '#client/kit/button/button.tsx'
import { useToast } from '#client/kit/notice/notice.tsx'
import { formatAmount } from '#client/language/formats.ts'
import { useLanguage } from '#client/language/language-context.ts'
import { useDates, useOwnZone } from '#client/language/use-dates.ts'
import { Tag } from '../../parts/work.tsx'
import type { PartProps } from './part.ts'
import css from './drawer.module.css'

/** Invoices, receipts and credit notes of an order, as files. */
export function Documents({ order: { id, documents } }: PartProps) {
  const { t, language } = useLanguage()
  const dates = useDates(useOwnZone() ?? 'UTC')
  if (documents.length === 0) return null
  return (
    <section>
      <h3>{t('foyer.desk.order.documents')}</h3>
      <ul className={css.bits}>
        {documents.map(({ id: documentId, type, number, at, total, currency, isReplaced }) => (
          <li key={documentId}>
            <span>
              <a href={pathTo(deskOrderDocumentPath, { orderId: id, documentId })}>
                {t(`foyer.desk.order.document.${type.toLowerCase().replace('_', '-')}`)} {number}
              </a>
              <br />
              <span className="soft small">
                {dates.shortDay(at)}
                {isReplaced && ` · ${t('foyer.desk.order.document.replaced')}`}
              </span>
            </span>
            <span className="number">{formatAmount(total, currency, language)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const TONES = { SENT: 'good', ERROR: 'bad', RETRY: 'warn', WAITING: 'off', IN_PROCESS: 'off' } as const

/** Mails about an order and what became of them; one that has failed can go once more. */
export function Mails({ order: { mails }, reload }: PartProps) {
  const { t } = useLanguage()
  const dates = useDates(useOwnZone() ?? 'UTC')
  const toast = useToast()
  const { send, isSending } = useSending()
  if (mails.length === 0) return null
  const again = (id: string) =>
    send(
      () => server().call('POST', deskMailAgainPath, { params: { id } }),
      async answer => {
        if (answer.kind === 'done') toast(t('foyer.desk.order.mail.again.done'), 'good')
        else
          toast(
            explain(answer)
              .map(each => problemText(t, each))
              .join(' '),
            'bad',
          )
        await reload()
      },
    )
  return (
    <section>
      <h3>{t('foyer.desk.order.mails')}</h3>
      <ul className={css.bits}>
        {mails.map(({ id, subject, recipient, status, at, sentAt, error }) => (
          <li key={id}>
            <span>
              <span dir="auto">{subject}</span>
              <br />
              <span className="soft small" dir="auto">
                {recipient} · {dates.shortDay(sentAt ?? at)}, {dates.time(sentAt ?? at)}
              </span>
              {error !== null && (
                <span className={css.answer} dir="auto">
                  {error}
                </span>
              )}
            </span>
            <span className={css.fate}>
              <Tag tone={TONES[status]}>{t(`foyer.desk.order.mail.${status.toLowerCase().replace('_', '-')}`)}</Tag>
              {(status === 'ERROR' || status === 'RETRY') && (
                <TextButton busy={isSending} onClick={() => void again(id)}>
                  {t('foyer.desk.order.mail.again')}
                  <span className="unseen">: {subject}</span>
                </TextButton>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
