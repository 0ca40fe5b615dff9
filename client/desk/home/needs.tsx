import type { Need, NeedItem } from '#contract/desk-home.ts'
import { deskAttentionPagePath, deskEventPagePath, deskSettingsSectionPagePath, pathTo } from '#contract/paths.ts'
import { REVIEW_NAMES } from '#domain/payment/pay/review.ts'
import { REVIEW_REASONS, WAITING_REASONS } from '#domain/payment/pay/review.ts'
import { ButtonLink, Link } from '#client/kit/button/button.tsx'
import { useLanguage, useT } from '#client/language/language-context.ts'
import { formatAmount } from '#client/language/formats.ts'
import { useDates, useOwnZone } from '#client/language/use-dates.ts'
import { ItemAct } from './item-act.tsx'
import css from './home.module.css'

type NeedsProps = { readonly needs: readonly Need[]; readonly onChanged: () => unknown }

/** What needs a person, worst first, each with what can be done about it. */
export function Needs({ needs, onChanged }: NeedsProps) {
  const t = useT()
  if (needs.length === 0) return <p className={css.quiet}>{t('foyer.desk.home.quiet')}</p>
  return (
    <ol className={css.needs}>
      {needs.map(need => (
        <NeedEntry key={need.kind} need={need} onChanged={onChanged} />
      ))}
    </ol>
  )
}

const BAD: readonly Need['kind'][] = ['payments-to-review', 'mail-failing', 'mail-not-set', 'sales-unpayable']

function NeedEntry({ need, onChanged }: { readonly need: Need; readonly onChanged: () => unknown }) {
  const t = useT()
  const { kind, count, items } = need
  const isOne = count === 1 && kind !== 'mail-not-set'
  const more = count - items.length
  const isCounted = kind !== 'tickets-unnamed' && items.length > 0 && more > 0
  return (
    <li data-tone={BAD.includes(kind) ? 'bad' : undefined}>
      <h3>
        <b>{count}</b> {t(isOne ? `foyer.desk.need.${kind}.one` : `foyer.desk.need.${kind}`)}
      </h3>
      <p className="soft">
        <Sentence need={need} />
      </p>
      <Remedy need={need} />
      {kind !== 'mail-failing' && items.length > 0 && (
        <ul className={css.items}>
          {items.map(item => (
            <li key={item.id}>
              <ItemWhat item={item} />
              <span className={css.when}>
                <ItemWhen item={item} />
              </span>
              <ItemMoney item={item} />
              <ItemAct kind={kind} item={item} onChanged={onChanged} />
            </li>
          ))}
          {isCounted && <li className="soft">{t('foyer.desk.need.more', more)}</li>}
        </ul>
      )}
    </li>
  )
}

function Sentence({ need: { kind, since } }: { readonly need: Need }) {
  const t = useT()
  const dates = useDates(useOwnZone() ?? 'UTC')
  if (kind === 'mail-failing') return t('foyer.desk.need.mail-failing.text', since === null ? '' : dates.moment(since))
  return t(`foyer.desk.need.${kind}.text`)
}

/** The page where a thing is mended as a whole. */
function Remedy({ need: { kind, isMendable } }: { readonly need: Need }) {
  const t = useT()
  const isMail = kind === 'mail-not-set' || kind === 'mail-failing'
  if (kind === 'payments-to-review' || kind === 'payments-waiting') {
    return (
      <div className={css.acts}>
        <ButtonLink tone="quiet" to={deskAttentionPagePath}>
          {t('foyer.desk.need.all-payments')}
        </ButtonLink>
      </div>
    )
  }
  if (!isMendable || !(isMail || kind === 'sales-unpayable' || kind === 'methods-unusable')) return null
  return (
    <div className={css.acts}>
      <ButtonLink tone="quiet" to={pathTo(deskSettingsSectionPagePath, { section: isMail ? 'mail' : 'payments' })}>
        {t(isMail ? 'foyer.desk.need.set-mail' : 'foyer.desk.need.set-payment')}
      </ButtonLink>
    </div>
  )
}

const reviewName = (reason: NeedItem['reason']) => REVIEW_REASONS.find(one => one === reason)

function ItemWhat({ item }: { readonly item: NeedItem }) {
  const t = useT()
  const { of, person, subject, reason, method, detail, count } = item
  const review = reviewName(reason)
  const waits = WAITING_REASONS.find(one => one === reason)
  const isMethod = method !== null && review === undefined && waits === undefined
  return (
    <span className={css.what}>
      {person !== null && (
        <b>
          <bdi>{person}</bdi>
        </b>
      )}
      {isMethod && <b>{method}</b>}
      {of && (
        <span className={person === null ? 'strong' : 'soft'}>
          {of.kind === 'EVENT' ? (
            <Link to={pathTo(deskEventPagePath, { eventId: String(of.id) })}>
              <bdi>{of.title}</bdi>
            </Link>
          ) : (
            <bdi>{of.title}</bdi>
          )}
        </span>
      )}
      {subject !== null && (
        <span className="soft">
          <bdi>{subject}</bdi>
        </span>
      )}
      {review && <span className="soft">{t(`foyer.review.${REVIEW_NAMES[review]}.text`)}</span>}
      {waits && <span className="soft">{t(`foyer.desk.attention.${waits.toLowerCase()}.text`)}</span>}
      {review && <span className="soft">{t(`foyer.review.${REVIEW_NAMES[review]}.remedy`)}</span>}
      {isMethod && reason === 'secret' && <span className="soft">{t('foyer.desk.need.item.sealed')}</span>}
      {isMethod && count !== null && (
        <span className="soft">
          {count === 1 ? t('foyer.desk.need.item.events.one') : t('foyer.desk.need.item.events', count)}
        </span>
      )}
      {!isMethod && detail !== null && <span className={css.detail}>{detail}</span>}
    </span>
  )
}

function ItemWhen({ item: { at, of, person, subject, money, count, reason } }: { readonly item: NeedItem }) {
  const t = useT()
  const dates = useDates(useOwnZone() ?? 'UTC')
  if (at === null) return null
  if (person === null && of !== null && money === null) {
    const begins = t('foyer.desk.need.item.begins', dates.day(at))
    if (count === null) return begins
    const tickets = count === 1 ? t('foyer.desk.need.item.tickets.one') : t('foyer.desk.need.item.tickets', count)
    return `${tickets}, ${begins}`
  }
  const isPayment = reviewName(reason) !== undefined || WAITING_REASONS.some(one => one === reason)
  if (money !== null && !isPayment) return t('foyer.desk.need.item.due', dates.day(at))
  return subject === null ? t('foyer.desk.need.item.since', dates.moment(at)) : dates.moment(at)
}

function ItemMoney({ item: { money } }: { readonly item: NeedItem }) {
  const { language } = useLanguage()
  return <span className={css.sum}>{money && formatAmount(money.amount, money.currency, language)}</span>
}
