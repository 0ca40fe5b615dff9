import type { PassSaleState, Subscription } from '#contract/subscription.ts'
import { Badge } from '#client/kit/mark/mark.tsx'
import { Button, ButtonLink } from '#client/kit/button/button.tsx'
import { Card } from '#client/kit/card/card.tsx'
import { ThumbBar } from '#client/kit/page/page.tsx'
import { Money, Price } from '#client/kit/price/price.tsx'
import { isZero } from '#client/language/formats.ts'
import { useLanguage, useT } from '#client/language/language-context.ts'
import { LIST_IS_REQUESTED, allPassesOf } from '../list-addresses.ts'
import { fewLeft } from '../pass-sale.ts'
import { PriceParts } from '../offer-parts.tsx'
import { useState } from 'react'
import { useNavigate } from '#client/routing/router.tsx'
import { type CallResult, type WireProblem, explain, httpStatusOf } from '#client/frame/calls/call-result.ts'
import { passReservationPath, pathTo, subscriptionPath } from '#contract/paths.ts'
import { server } from '#client/frame/calls/server.ts'
import css from '../order-card.module.css'

type OrderProps = {
  readonly pass: Subscription
  readonly state: PassSaleState
  readonly isReserving: boolean
  readonly onReserve: () => void
}

/** What the pass costs, and the way to it; or why there is none now. */
export function PassCard({ pass, state, isReserving, onReserve }: OrderProps) {
  const t = useT()
  if (state !== 'ON_SALE') return <NotOnSale pass={pass} state={state} />
  const left = fewLeft(pass)
  return (
    <Card>
      <h2 className={css.title}>{t('foyer.pass.order')}</h2>
      <PriceOfPass pass={pass} />
      {left === undefined ? null : <Badge tone="warn">{t('show-event.tickets.left', left)}</Badge>}
      <div className={css.action}>
        <Button wide busy={isReserving} onClick={onReserve}>
          {t('subscription-list.link')}
        </Button>
      </div>
      <p className={css.promise}>{t('foyer.pass.promise')}</p>
    </Card>
  )
}

function PriceOfPass({ pass }: Pick<OrderProps, 'pass'>) {
  return (
    <Price amount={totalOf(pass)} currency={pass.currency}>
      <TaxOfPass pass={pass} />
    </Price>
  )
}

const totalOf = ({ leastPrice, formattedPrice }: Subscription): string => leastPrice?.total ?? formattedPrice

/** The tax within the price, or that comes to it. */
function TaxOfPass({ pass }: Pick<OrderProps, 'pass'>) {
  const { leastPrice, currency, vat, vatIncluded } = pass
  if (leastPrice === undefined || isZero(leastPrice.total)) return null
  return <PriceParts price={leastPrice} currency={currency} vat={vat} showsTax={vatIncluded} />
}

/** In place of a button that can't be pressed: what it costs, why it can't be had, and what else there is. */
function NotOnSale({
  pass,
  state,
}: {
  readonly pass: Subscription
  readonly state: Exclude<PassSaleState, 'ON_SALE'>
}) {
  const t = useT()
  return (
    <Card>
      <h2 className={css.title}>{t(`foyer.pass.${state}.title`)}</h2>
      <p className="soft">{t(TEXTS[state])}</p>
      {state === 'NOT_STARTED' || state === 'AWAITS_PAYMENT' ? (
        <div className={css.price}>
          <PriceOfPass pass={pass} />
        </div>
      ) : null}
      <div className={css.elsewhere}>
        <ButtonLink to={allPassesOf(undefined)} state={LIST_IS_REQUESTED} tone="quiet" wide>
          {t('home.view.all.subscriptions')}
        </ButtonLink>
      </div>
    </Card>
  )
}

const TEXTS = {
  NOT_STARTED: 'foyer.pass.NOT_STARTED.text',
  AWAITS_PAYMENT: 'foyer.pass.AWAITS_PAYMENT.text',
  SOLD_OUT: 'foyer.pass.SOLD_OUT.text',
  ENDED: 'foyer.pass.ENDED.text',
} as const

/** The same on a phone, where the thumb is. */
export function PassBar({ pass, state, isReserving, onReserve }: OrderProps) {
  const t = useT()
  if (state !== 'ON_SALE') {
    return (
      <ThumbBar
        action={
          <ButtonLink to={allPassesOf(undefined)} state={LIST_IS_REQUESTED} tone="quiet">
            {t('home.view.all.subscriptions')}
          </ButtonLink>
        }
      >
        <strong>{t(`foyer.pass.${state}.title`)}</strong>
      </ThumbBar>
    )
  }
  return (
    <ThumbBar
      action={
        <Button busy={isReserving} onClick={onReserve}>
          {t('subscription-list.link')}
        </Button>
      }
    >
      <strong className={css.sum}>
        <Money amount={totalOf(pass)} currency={pass.currency} />
      </strong>
      <span className="soft small">
        <TaxOfPass pass={pass} />
      </span>
    </ThumbBar>
  )
}

type Refused = {
  readonly problems: readonly WireProblem[]
  /** Counts the refusals, so that the same problem met twice is shown twice. */
  readonly refusal: number
  /** Of the HTTP answer that refused. */
  readonly status?: number | undefined
}

type ReservePassProps = { readonly id: string; readonly onRefused: () => void }

/** Holds one pass and goes on to the details. A refusal stays on the page. */
export function useReservePass({ id, onRefused }: ReservePassProps) {
  const { language } = useLanguage()
  const navigate = useNavigate()
  const [isReserving, setReserving] = useState(false)
  const [refused, setRefused] = useState<Refused>({ problems: [], refusal: 0 })

  async function reserve(): Promise<void> {
    setReserving(true)
    const answer = await reservePass(id, language)
    if (answer.kind === 'done') {
      const order = pathTo(passReservationPath, { id, reservationId: answer.value })
      return navigate({ pathname: `${order}/book`, search: location.search })
    }
    setReserving(false)
    setRefused(({ refusal }) => ({ problems: explain(answer), refusal: refusal + 1, status: httpStatusOf(answer) }))
    onRefused()
  }
  return { refused, isReserving, reserve }
}

/** Holds one pass; the value is the id of the reservation. */
async function reservePass(id: string, language: string): Promise<CallResult<string>> {
  const result = await server().callWrapped('POST', subscriptionPath, { params: { id }, language })
  if (result.kind !== 'done') return result
  const { kind, value } = result
  // A buyer can't go on from a reservation without an id.
  return value === null ? { kind: 'failed', status: 200 } : { kind, value }
}
