import { useT } from '#client/language/language-context.ts'
import { useAmount } from './amount.ts'
import css from './box-office.module.css'

type KindProps = {
  readonly name: string
  readonly price: string
  /** null: any number. */
  readonly left: number | null
  readonly most: number
  readonly currency: string | null
  readonly count: number
  readonly onCount: (count: number) => void
}

/** One kind of ticket, or an extra: its price, what is left, and how many. */
export function Kind({ name, price, left, most, currency, count, onCount }: KindProps) {
  const t = useT()
  const amount = useAmount(currency)
  return (
    <li className={css.kind}>
      <span>
        <b>
          <bdi>{name}</bdi>
        </b>
        <br />
        <span className="soft">
          {amount(price)}
          {left !== null && ` · ${left === 0 ? t('foyer.box.none-left') : t('foyer.box.left', left)}`}
        </span>
      </span>
      <span className={css.count} role="group" aria-label={name}>
        <button type="button" disabled={count === 0} onClick={() => onCount(count - 1)}>
          <span aria-hidden="true">−</span>
          <span className="unseen">{t('foyer.quantity.less')}</span>
        </button>
        <output aria-live="polite">{count}</output>
        <button type="button" disabled={count >= most} onClick={() => onCount(count + 1)}>
          <span aria-hidden="true">+</span>
          <span className="unseen">{t('foyer.quantity.more')}</span>
        </button>
      </span>
    </li>
  )
}
