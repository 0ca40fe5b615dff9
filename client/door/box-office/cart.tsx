import { useState } from 'react'
import type { BoxOffice } from '#contract/box-office.ts'
import { boxSalePlanPath } from '#contract/paths.ts'
import { Form, useSending } from '#client/frame/forms/sent-form.tsx'
import { Button } from '#client/kit/button/button.tsx'
import { NO_EXTRAS, extrasToSend } from '#client/frame/sale/sale-extras.ts'
import { useT } from '#client/language/language-context.ts'
import type { DoorCalls } from '../device/door-calls.ts'
import { Extras } from './extras.tsx'
import { Kind } from './kind.tsx'
import { ask } from './use-box.ts'
import css from './box-office.module.css'

export type Chosen = {
  readonly lines: readonly { readonly categoryId: number; readonly name: string; readonly quantity: number }[]
  readonly extras: ReturnType<typeof extrasToSend>
  readonly total: string
}

type CartProps = {
  readonly box: BoxOffice
  readonly calls: () => Promise<DoorCalls | undefined>
  readonly onChosen: (chosen: Chosen) => void
}

/** Which tickets and extras, by big buttons; the shop says what they come to. */
export function Cart({ box, calls, onChosen }: CartProps) {
  const t = useT()
  const { send, isSending, problems } = useSending()
  const [counts, setCounts] = useState<ReadonlyMap<number, number>>(new Map())
  const lines = box.categories.flatMap(({ id, name }) => {
    const quantity = counts.get(id) ?? 0
    return quantity > 0 ? [{ categoryId: id, name, quantity }] : []
  })
  const tickets = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const [chosen, setChosen] = useState(NO_EXTRAS)
  const extras = extrasToSend(box.extras, chosen, tickets)
  const price = () =>
    send(
      () =>
        ask(calls, (opened, signal) =>
          opened.call('POST', boxSalePlanPath, { body: { lines: plain(lines), extras }, signal }),
        ),
      result => result.kind === 'done' && onChosen({ lines, extras, total: result.value.total }),
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
              name={category.name}
              price={category.price}
              left={category.left}
              most={Math.min(category.left, category.most)}
              currency={box.currency}
              count={counts.get(category.id) ?? 0}
              onCount={count => setCounts(new Map(counts).set(category.id, count))}
            />
          ))}
        </ul>
        <Extras box={box} tickets={tickets} chosen={chosen} problems={problems} onChange={setChosen} />
        <Button type="submit" wide busy={isSending} disabled={tickets === 0}>
          {tickets === 0 ? t('foyer.box.choose') : t('foyer.box.to-payment', tickets)}
        </Button>
      </Form>
    </section>
  )
}

/** As the shop takes them. */
export const plain = (lines: Chosen['lines']) => lines.map(({ categoryId, quantity }) => ({ categoryId, quantity }))
