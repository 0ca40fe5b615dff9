import type { DeskEvent } from '#contract/desk-event.ts'
import { formatAmount } from '#client/language/formats.ts'
import { useLanguage } from '#client/language/language-context.ts'
import { Seats } from '../../parts/seats.tsx'
import { Columns, Panel, Stack, Tag, Work } from '../../parts/work.tsx'
import { EventHead } from '../event-head.tsx'
import { SalePicture } from '../sale-picture/sale-picture.tsx'
import { saleWords } from '../sale-words.ts'
import { useMay } from '../../session/me.ts'
import { EventActions } from './event-actions.tsx'
import { Figure } from './figure.tsx'
import { Share } from './share.tsx'
import css from './overview.module.css'

type EventOverviewProps = { readonly event: DeskEvent; readonly reload: () => Promise<unknown> }

export function EventOverview({ event, reload }: EventOverviewProps) {
  const { t, language } = useLanguage()
  const may = useMay()
  const { facts, file } = event
  return (
    <Work>
      <EventHead event={event} acts={may('manage-events') && <EventActions event={event} reload={reload} />} />
      <Columns side={<Side event={event} />}>
        <Panel
          title={t('foyer.desk.sold')}
          aside={
            <span className="soft small">{saleWords({ ...facts, timezone: file.timezone ?? 'UTC' }, t, language)}</span>
          }
        >
          <Stack>
            <div className={css.figures}>
              <Figure name={t('foyer.desk.sold')} value={String(facts.sold)} />
              <Figure name={t('foyer.desk.held')} value={String(facts.held)} />
              <Figure name={t('foyer.desk.free')} value={String(facts.free)} />
              {facts.waiting > 0 && <Figure name={t('foyer.desk.waiting')} value={String(facts.waiting)} />}
              {facts.money.map(({ amount, currency }) => (
                <Figure
                  key={currency}
                  name={t('foyer.desk.money-in')}
                  value={formatAmount(amount, currency, language)}
                />
              ))}
            </div>
            {facts.capacity > 0 && <Seats sold={facts.sold} held={facts.held} capacity={facts.capacity} />}
          </Stack>
        </Panel>
        <SalePicture file={file} facts={facts} />
      </Columns>
    </Work>
  )
}

/** Whether it can be paid, which texts are missing, and where buyers find it. */
function Side({ event }: { readonly event: DeskEvent }) {
  const { t, offered } = useLanguage()
  const { payment, missing } = event.facts
  const nameOf = (locale: string): string => offered.find(each => each.locale === locale)?.displayLanguage ?? locale
  return (
    <>
      {payment.isNeeded && (
        <Panel
          title={t('foyer.desk.payment')}
          aside={
            <Tag tone={payment.canBePaid ? 'good' : 'bad'}>
              {t(payment.canBePaid ? 'foyer.desk.payable' : 'foyer.desk.not-payable')}
            </Tag>
          }
        >
          <ul className={css.lines}>
            {payment.ways.map(({ provider, works, reason }) => (
              <li key={provider}>
                {t(`foyer.desk.option.${provider}`)}: {works ? t('foyer.desk.works') : reason}
              </li>
            ))}
            {payment.reasons.map(reason => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </Panel>
      )}
      {missing.length > 0 && (
        <Panel title={t('foyer.desk.texts')}>
          <ul className={css.lines}>
            {missing.map(({ language, members }) => (
              <li key={language}>
                {nameOf(language)}: {t('foyer.desk.missing-texts', members.length)}
              </li>
            ))}
          </ul>
        </Panel>
      )}
      <Share event={event} />
    </>
  )
}
