import { AmountField, Offer, Offers } from '#client/kit/offer/offer.tsx'
import { Section } from '#client/kit/page/page.tsx'
import { useDates } from '#client/language/use-dates.ts'
import { type Translate, useLanguage, useT } from '#client/language/language-context.ts'
import type { AdditionalService, Event } from '#contract/event.ts'
import type { EventCode } from '#contract/promo-code.ts'
import { type Selection, chosenOfExtra, extraControl, extraStateOf, plainAmount } from '../selection.ts'
import type { Choose } from '../use-order.ts'
import { useState } from 'react'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import { Badge } from '#client/kit/mark/mark.tsx'
import { FieldError } from '#client/kit/field/field.tsx'
import { Html } from '#client/kit/rich-text/rich-text.tsx'
import { QuantityStepper } from '#client/kit/quantity-stepper/quantity-stepper.tsx'
import { formatAmount, formatPercentage, isZero } from '#client/language/formats.ts'
import { currency } from '#domain/foundation/money/currency.ts'
import { printed, writtenAmount } from '#domain/foundation/money/money.ts'
import { discountOnService } from '#domain/catalog/price/discount.ts'
import { priceItem } from '#domain/order/pricing/price-order.ts'
import { UNTAXED } from '#domain/catalog/price/vat.ts'
import { Price, Share } from '#client/kit/price/price.tsx'
import { loweringCode, taxOf } from '../order/domain-terms.ts'

/** What goes with the tickets, and what one may give. */
export function Part({ extras, ...rest }: ExtrasProps) {
  const supplements = extras.filter(({ type }) => type === 'SUPPLEMENT')
  const donations = extras.filter(({ type }) => type === 'DONATION')
  return (
    <>
      <Group id="extras" title="show-event.additional-services" extras={supplements} {...rest} />
      <Group id="donations" title="show-event.donations" extras={donations} {...rest} />
    </>
  )
}

function Group({ id, title, extras, ...rest }: ExtrasProps & { readonly id: string; readonly title: string }) {
  const t = useT()
  if (extras.length === 0) return null
  return (
    <Section id={id} title={t(title)}>
      <Offers>
        {extras.map(extra => (
          <li key={extra.id}>
            <ExtraOffer extra={extra} {...rest} />
          </li>
        ))}
      </Offers>
    </Section>
  )
}

/** What the extras of an event are shown and chosen with. */
export type ExtrasProps = {
  readonly event: Event
  readonly extras: readonly AdditionalService[]
  readonly code: EventCode | undefined
  readonly selection: Selection
  readonly ticketCount: number
  readonly choose: Choose
  /** What is wrong with the control of this id. */
  readonly errorOf: (control: string) => string | undefined
}

/** Below this many the number left is pointed out. */
const FEW = 10

type ExtraOfferProps = Omit<ExtrasProps, 'extras'> & { readonly extra: AdditionalService }

/** One extra: what it is, what it costs, and how many or how much. */
function ExtraOffer(props: ExtraOfferProps) {
  const { event, extra, code, ticketCount } = props
  const { language, t } = useLanguage()
  const state = extraStateOf(extra, ticketCount)
  return (
    <Offer
      off={state.kind === 'not-available'}
      take={
        <>
          {state.kind === 'amount' ? null : <ExtraPrice event={event} extra={extra} code={code} />}
          {state.kind === 'count' ? <Count {...props} max={state.max} /> : null}
          {state.kind === 'amount' ? <Amount {...props} /> : null}
          {state.kind === 'not-available' ? <Badge tone="warn">{t('show-event.not-available')}</Badge> : null}
        </>
      }
    >
      <h3 dir="auto">{inLanguage(extra.title, language)}</h3>
      <Html html={inLanguage(extra.description, language)} compact />
      <Note event={event} extra={extra} />
      {state.kind === 'count' && extra.availableQuantity < FEW ? (
        <p>
          <Badge tone="warn">{t('show-event.tickets.left', extra.availableQuantity)}</Badge>
        </p>
      ) : null}
    </Offer>
  )
}

/** When it can be had, or why it comes, where that isn't plain from the rest. */
function Note({ event, extra }: Pick<ExtraOfferProps, 'event' | 'extra'>) {
  const { language, t } = useLanguage()
  const { moment } = useDates(event.timeZone)
  const { saleInFuture, expired, saleStart, saleEnd } = extra
  if (saleInFuture && saleStart) return <p>{t('show-event.sales-not-started', moment(saleStart))}</p>
  if (expired && saleEnd) return <p className="soft small">{t('show-event.sales-ended', moment(saleEnd))}</p>
  const why = WHY_IT_COMES[extra.supplementPolicy ?? '']
  return why === undefined ? null : (
    <p className="soft small">{[t(why), ...boundsOf({ event, extra }, language, t)].join(', ')}</p>
  )
}

const WHY_IT_COMES: Readonly<Record<string, string>> = {
  MANDATORY_ONE_FOR_TICKET: 'show-event.mandatoryOneForTicket',
  MANDATORY_PERCENTAGE_FOR_TICKET: 'show-event.additional.percentage.tickets',
  MANDATORY_PERCENTAGE_RESERVATION: 'show-event.additional.percentage.reservation',
}

function boundsOf(
  { event: { currency }, extra: { minimumFee, maximumFee } }: Pick<ExtraOfferProps, 'event' | 'extra'>,
  language: string,
  t: Translate,
): readonly string[] {
  const bound = (key: string, amount: string | null) =>
    amount === null || currency === null ? [] : [t(key, formatAmount(amount, currency, language))]
  return [...bound('foyer.extras.at-least', minimumFee), ...bound('foyer.extras.at-most', maximumFee)]
}

function Count({ extra, selection, ticketCount, choose, errorOf, max }: ExtraOfferProps & { readonly max: number }) {
  const { language, t } = useLanguage()
  const id = extraControl(extra.id)
  const error = errorOf(id)
  const needsTicket = max === 0
  return (
    <>
      <FieldError id={id} error={error} />
      <QuantityStepper
        id={id}
        label={`${t('show-event.category.quantity')}: ${inLanguage(extra.title, language)}`}
        value={chosenOfExtra(extra, selection, ticketCount)}
        max={max}
        onChange={count => choose.extras(extra.id, count)}
        describedBy={error ? `${id}-error` : needsTicket ? `${id}-why` : undefined}
      />
      {needsTicket ? (
        <span className="soft small" id={`${id}-why`}>
          {t('foyer.extras.need-ticket')}
        </span>
      ) : null}
    </>
  )
}

/** An amount is judged when the visitor has left the field, not while it is being typed. */
function Amount({ event, extra, selection, choose, errorOf }: ExtraOfferProps) {
  const { language, t } = useLanguage()
  const [hasLeft, setLeft] = useState(false)
  const id = extraControl(extra.id)
  const typed = selection.amounts[extra.id] ?? ''
  const isUnreadable = typed.trim() !== '' && plainAmount(typed) === undefined
  return (
    <AmountField
      id={id}
      label={t('show-event.additional.custom-amount')}
      of={inLanguage(extra.title, language)}
      currency={event.currency ?? ''}
      value={typed}
      onType={value => choose.amount(extra.id, value)}
      onBlur={() => afterPress(() => setLeft(true))}
      error={hasLeft && isUnreadable ? t('foyer.extras.amount-wrong') : errorOf(id)}
    />
  )
}

/**
 * What is said now would move the button that a press has taken the focus to, before the press is over: it would come to
 * nothing.
 */
function afterPress(act: () => void): void {
  if (document.querySelector('button:active') === null) act()
  else addEventListener('click', act, { once: true })
}

type ExtraPriceProps = {
  readonly event: Event
  readonly extra: AdditionalService
  readonly code: EventCode | undefined
}

/** What one costs with its tax, also where that is added to the organiser's price; of a fee, its share. */
function ExtraPrice({ event, extra, code }: ExtraPriceProps) {
  const { language, t } = useLanguage()
  if (extra.supplementPolicy?.startsWith('MANDATORY_PERCENTAGE')) {
    return <Share figure={`${formatPercentage(extra.formattedFinalPrice, language)}%`} />
  }
  if (!extra.fixPrice) return null
  const { amount, before } = priceWithTax(event, extra, code)
  const hasTaxNote = !extra.free && extra.vatApplies && !isZero(extra.vatPercentage)
  return (
    <Price amount={amount} before={before} currency={event.currency}>
      {hasTaxNote ? t('show-event.incVat', formatPercentage(extra.vatPercentage, language), t('common.vat')) : null}
    </Price>
  )
}

/** The price after the visitor's code, and the one before it when that differs. */
function priceWithTax(event: Event, extra: AdditionalService, code: EventCode | undefined) {
  const inCurrency = currency(event.currency ?? '')
  if (inCurrency === undefined) return { amount: extra.formattedFinalPrice, before: undefined }
  const source = writtenAmount(extra.formattedFinalPrice, inCurrency)
  const tax = extra.vatApplies ? taxOf(event) : UNTAXED
  const off = discountOnService(loweringCode({ code, granted: undefined }, inCurrency), { source, type: extra.type })
  const plain = printed(priceItem(source, tax).final, inCurrency)
  return off === 0n
    ? { amount: plain, before: undefined }
    : { amount: printed(priceItem(source, tax, off).final, inCurrency), before: plain }
}
