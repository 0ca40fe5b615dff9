import type { AttentionItem, Remedy } from '#contract/desk-money.ts'
import { deskOrdersPagePath, deskPaymentCheckPath, deskReviewDonePath, deskTransfersPagePath } from '#contract/paths.ts'
import { server } from '#client/frame/calls/server.ts'
import { ButtonLink, Link } from '#client/kit/button/button.tsx'
import { formatAmount } from '#client/language/formats.ts'
import { useLanguage, useT } from '#client/language/language-context.ts'
import { useDates, useOwnZone } from '#client/language/use-dates.ts'
import { ConfirmTransfer } from '../../parts/confirm-transfer.tsx'
import { Press } from '../../parts/press.tsx'
import css from './attention.module.css'
import { ByHand } from './by-hand.tsx'

type EntryProps = { readonly item: AttentionItem; readonly onChanged: () => unknown }

const orderAddress = (orderId: string): string => `${deskOrdersPagePath}?order=${orderId}`

/** What it is about, why it is here, what to do, and the buttons for it. */
export function AttentionEntry({ item, onChanged }: EntryProps) {
  const { t, language } = useLanguage()
  const dates = useDates(useOwnZone() ?? 'UTC')
  const { why, remedy, detail, amount, currency, since, dueBy, method, providerReference } = item
  return (
    <li className={css.item}>
      <Head item={item} />
      <span className={css.sum}>{formatAmount(amount, currency, language)}</span>
      <div className={css.words}>
        <p>{why}</p>
        <p className="soft">{remedy}</p>
        {detail !== null && (
          <p className={css.detail}>
            <bdi>{detail}</bdi>
          </p>
        )}
        <p className={css.facts}>
          <span>{t('foyer.desk.need.item.since', dates.moment(since))}</span>
          {dueBy !== null && (
            <span>
              {t('foyer.review.due-by')}: {dates.moment(dueBy)}
            </span>
          )}
          {method !== null && <span>{t(`foyer.desk.orders.method.${method.toLowerCase()}`)}</span>}
          {providerReference !== null && <code>{providerReference}</code>}
        </p>
      </div>
      <div className={css.acts}>
        {item.remedies.map(one => (
          <Act key={one} remedy={one} item={item} onChanged={onChanged} />
        ))}
      </div>
    </li>
  )
}

function Head({ item: { person, orderId, orderReference, of } }: { readonly item: AttentionItem }) {
  return (
    <span className={css.head}>
      {person !== null && (
        <b>
          <bdi>{person}</bdi>
        </b>
      )}
      {orderId !== null && (
        <Link to={orderAddress(orderId)}>
          <code>{orderReference}</code>
        </Link>
      )}
      {of && (
        <span className="soft">
          <bdi>{of.title}</bdi>
        </span>
      )}
    </span>
  )
}

type ActProps = EntryProps & { readonly remedy: Remedy }

function Act({ remedy, item, onChanged }: ActProps) {
  const t = useT()
  const { id, paymentId, orderId, person, amount, currency } = item
  switch (remedy) {
    case 'open-order':
      return (
        orderId !== null && (
          <ButtonLink tone="quiet" to={orderAddress(orderId)}>
            {t('foyer.desk.attention.open-order')}
          </ButtonLink>
        )
      )
    case 'open-transfers':
      return (
        <ButtonLink tone="quiet" to={deskTransfersPagePath}>
          {t('foyer.desk.attention.open-transfers')}
        </ButtonLink>
      )
    case 'confirm-transfer':
      return <ConfirmTransfer order={{ id, person, money: { amount, currency } }} onChanged={onChanged} />
    case 'done':
      return (
        <Press
          call={() => server().call('POST', deskReviewDonePath, { params: { id } })}
          name={t('foyer.desk.need.review-done')}
          done="foyer.desk.need.reviewed"
          onChanged={onChanged}
        />
      )
    case 'check':
      return (
        paymentId !== null && (
          <Press
            call={() => server().call('POST', deskPaymentCheckPath, { params: { paymentId } })}
            name={t('foyer.desk.attention.check')}
            done={({ state }) => `foyer.desk.attention.checked.${state}`}
            onChanged={onChanged}
          />
        )
      )
    case 'by-hand':
      return paymentId !== null && <ByHand paymentId={paymentId} item={item} onChanged={onChanged} />
    default:
      return remedy satisfies never
  }
}
