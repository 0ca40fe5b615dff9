import { useState } from 'react'
import type { BoxOffice } from '#contract/box-office.ts'
import { boxSalePlanPath } from '#contract/paths.ts'
import { Form, useSending } from '#client/frame/forms/sent-form.tsx'
import { Button } from '#client/kit/button/button.tsx'
import { useT } from '#client/language/language-context.ts'
import type { DoorCalls } from '../device/door-calls.ts'
import { useAmount } from './amount.ts'
import { ask } from './use-box.ts'
import css from './box-office.module.css'

export type Chosen = {
  readonly lines: readonly { readonly categoryId: number; readonly name: string; readonly quantity: number }[]
  readonly total: string
}

type CartProps = {
  readonly box: BoxOffice
  readonly calls: () => Promise<DoorCalls | undefined>
  readonly onChosen: (chosen: Chosen) => void
}

/** Which tickets, by big buttons; the shop says what they come to. */
export function Cart({ box, calls, onChosen }: CartProps) {
  const t = useT()
  const { send, isSending, problems } = useSending()
  const [counts, setCounts] = useState<ReadonlyMap<number, number>>(new Map())
  const lines = box.categories.flatMap(({ id, name }) => {
    const quantity = counts.get(id) ?? 0
    return quantity > 0 ? [{ categoryId: id, name, quantity }] : []
  })
  const tickets = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const price = () =>
    send(
      () =>
        ask(calls, (opened, signal) => opened.call('POST', boxSalePlanPath, { body: { lines: plain(lines) }, signal })),
      result => result.kind === 'done' && onChosen({ lines, total: result.value.total }),
    )
  return (
    <section className={css.sheet} aria-label={t('foyer.box.tickets')}>
      <h2>{t('foyer.box.tickets')}</h2>
      {box.categories.length === 0 && <p className="soft">{t('foyer.box.nothing')}</p>}
      <Form problems={problems} title={t('foyer.box.not-done')} onSubmit={price}>
        <ul className={css.kinds}>
          {box.categories.map(category => (
            <Kind
              key={category.id}
              category={category}
              currency={box.currency}
              count={counts.get(category.id) ?? 0}
              onCount={count => setCounts(new Map(counts).set(category.id, count))}
            />
          ))}
        </ul>
        <Button type="submit" wide busy={isSending} disabled={tickets === 0}>
          {tickets === 0 ? t('foyer.box.choose') : t('foyer.box.to-payment', tickets)}
        </Button>
      </Form>
    </section>
  )
}

/** As the shop takes them. */
export const plain = (lines: Chosen['lines']) => lines.map(({ categoryId, quantity }) => ({ categoryId, quantity }))

type KindProps = {
  readonly category: BoxOffice['categories'][number]
  readonly currency: string | null
  readonly count: number
  readonly onCount: (count: number) => void
}

/** One kind of ticket: its price, what is left, and how many. */
function Kind({ category: { name, price, left, most }, currency, count, onCount }: KindProps) {
  const t = useT()
  const amount = useAmount(currency)
  const limit = Math.min(left, most)
  return (
    <li className={css.kind}>
      <span>
        <b>
          <bdi>{name}</bdi>
        </b>
        <br />
        <span className="soft">
          {amount(price)} · {left === 0 ? t('foyer.box.none-left') : t('foyer.box.left', left)}
        </span>
      </span>
      <span className={css.count} role="group" aria-label={name}>
        <button type="button" disabled={count === 0} onClick={() => onCount(count - 1)}>
          <span aria-hidden="true">−</span>
          <span className="unseen">{t('foyer.quantity.less')}</span>
        </button>
        <output aria-live="polite">{count}</output>
        <button type="button" disabled={count >= limit} onClick={() => onCount(count + 1)}>
          <span aria-hidden="true">+</span>
          <span className="unseen">{t('foyer.quantity.more')}</span>
        </button>
      </span>
    </li>
  )
}
