import { useState } from 'react'
import type { DeskTicket } from '#contract/desk-order-detail.ts'
import type { DifferenceWay } from '#domain/ticket/ticket/category-change.ts'
import { ticketHas } from '#domain/ticket/ticket/states.ts'
import { type Problems, useProblemOf } from '#client/frame/forms/sent-form.tsx'
import { SelectField } from '#client/kit/field/field.tsx'
import { formatAmount } from '#client/language/formats.ts'
import { useLanguage, useT } from '#client/language/language-context.ts'
import { DateTimeField } from '../../parts/date-time-field.tsx'
import { localOf, momentOf } from '../../parts/local-time.ts'
import { ActionDialog } from './action-dialog.tsx'
import type { PartProps } from './part.ts'
import { useAction } from './use-action.ts'

const THREE_DAYS_MS = 3 * 24 * 60 * 60_000

/** Its holder has not been let in. */
export const isMovable = (seat: DeskTicket): boolean => ticketHas(seat, 'canCheckIn')

type Choice = {
  readonly ticketId: string
  /** Empty: not chosen yet. */
  readonly categoryId: string
  readonly way: DifferenceWay | null
  readonly until: string
}

/** What can be done about a difference, the usual way first. */
const waysOf = (difference: number): readonly DifferenceWay[] =>
  difference > 0 ? ['LINK', 'RECEIVED', 'WAIVE'] : difference < 0 ? ['REFUND', 'WAIVE'] : []

/** Moves a ticket to another category; a dearer one is paid for by a link, has been paid, or is waived. */
export function ChangeCategory({ order, reload, onClose }: PartProps & { readonly onClose: () => void }) {
  const { timezone } = order.of
  const [choice, setChoice] = useState<Choice>(() => ({
    ticketId: order.seats.find(isMovable)?.id ?? '',
    categoryId: '',
    way: null,
    until: localOf(Date.now() + THREE_DAYS_MS, timezone),
  }))
  const action = useAction(order.id, async () => {
    await reload()
    onClose()
  })
  const change = (part: Partial<Choice>) => {
    action.dropPlan()
    setChoice({ ...choice, ...part })
  }
  const difference = differenceOf(order, choice)
  const ways = waysOf(difference)
  const way = ways.find(one => one === choice.way) ?? ways[0]
  const fields = { order, choice, change, problems: action.problems, way }
  return (
    <ActionDialog
      name="change-category"
      action={action}
      form={{
        action: 'change-category',
        ticketId: choice.ticketId,
        ...(choice.categoryId !== '' && { categoryId: Number(choice.categoryId) }),
        ...(way && { difference: way }),
        ...(way === 'LINK' && { until: momentOf(choice.until, timezone) }),
      }}
      onClose={onClose}
      fields={
        <>
          <Move {...fields} />
          {way && <Difference {...fields} way={way} ways={ways} isCheaper={difference < 0} />}
        </>
      }
    />
  )
}

/** By the prices of today; the server knows what discounts make of it. */
function differenceOf({ categories, seats }: PartProps['order'], { ticketId, categoryId }: Choice): number {
  if (categoryId === '') return 0
  const priceOf = (id: number | undefined) => Number(categories.find(one => one.id === id)?.price ?? 0)
  return priceOf(Number(categoryId)) - priceOf(seats.find(({ id }) => id === ticketId)?.categoryId)
}

type FieldsProps = Pick<PartProps, 'order'> & {
  readonly choice: Choice
  readonly change: (part: Partial<Choice>) => void
  readonly problems: Problems | undefined
}

function Move({ order, choice, change, problems }: FieldsProps) {
  const { t, language } = useLanguage()
  const problemOf = useProblemOf(problems)
  const seats = order.seats.filter(isMovable)
  const seat = seats.find(({ id }) => id === choice.ticketId)
  const currency = order.money?.currency ?? null
  return (
    <>
      <SelectField
        id="act-ticketId"
        label={t('foyer.desk.order.act.category.ticket')}
        error={problemOf('ticketId')}
        value={choice.ticketId}
        onChange={event => change({ ticketId: event.target.value })}
      >
        {seats.map(({ id, category, firstName, lastName }) => (
          <option key={id} value={id} dir="auto">
            {[category, `${firstName} ${lastName}`.trim()].filter(Boolean).join(' · ')}
          </option>
        ))}
      </SelectField>
      <SelectField
        id="act-categoryId"
        label={t('foyer.desk.order.act.category.to')}
        error={problemOf('categoryId')}
        value={choice.categoryId}
        onChange={event => change({ categoryId: event.target.value, way: null })}
      >
        <option value="">{t('foyer.desk.order.act.category.choose')}</option>
        {order.categories
          .filter(({ id }) => id !== seat?.categoryId)
          .map(({ id, name, price }) => (
            <option key={id} value={id} dir="auto">
              {currency === null ? name : `${name} · ${formatAmount(price, currency, language)}`}
            </option>
          ))}
      </SelectField>
    </>
  )
}

type DifferenceProps = FieldsProps & {
  readonly way: DifferenceWay
  readonly ways: readonly DifferenceWay[]
  readonly isCheaper: boolean
}

function Difference({ order, choice, change, problems, way, ways, isCheaper }: DifferenceProps) {
  const t = useT()
  const problemOf = useProblemOf(problems)
  return (
    <>
      <SelectField
        id="act-difference"
        label={t('foyer.desk.order.act.category.difference')}
        error={problemOf('difference')}
        value={way}
        onChange={event => change({ way: ways.find(one => one === event.target.value) ?? null })}
      >
        {ways.map(one => (
          <option key={one} value={one}>
            {t(WAY_TEXTS[one === 'WAIVE' && isCheaper ? 'KEEP' : one])}
          </option>
        ))}
      </SelectField>
      {way === 'LINK' && (
        <DateTimeField
          id="act-until"
          label={t('foyer.desk.order.act.category.until')}
          hint={t('foyer.desk.order.act.until.hint', order.of.timezone)}
          error={problemOf('until')}
          value={choice.until}
          onChange={until => change({ until })}
        />
      )}
    </>
  )
}

const WAY_TEXTS = {
  REFUND: 'foyer.desk.order.act.category.refund',
  WAIVE: 'foyer.desk.order.act.category.waive',
  KEEP: 'foyer.desk.order.act.category.waive-cheaper',
  LINK: 'foyer.desk.order.act.category.link',
  RECEIVED: 'foyer.desk.order.act.category.received',
} as const
