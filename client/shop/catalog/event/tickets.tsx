import type { ReactNode } from 'react'
import type { Event, ItemsByCategory, TicketCategory } from '#contract/event.ts'
import { Badge } from '#client/kit/mark/mark.tsx'
import { Fold, Stub, Stubs } from '#client/kit/card/card.tsx'
import { Notice } from '#client/kit/notice/notice.tsx'
import { Section } from '#client/kit/page/page.tsx'
import { useDates } from '#client/language/use-dates.ts'
import { useLanguage, useT } from '#client/language/language-context.ts'
import { type Selection, categoryControl, chosenOf } from './selection.ts'
import { saleStateOf, ticketsLeftInPool, unavoidablePrice } from '../sale-state.ts'
import { inLanguage, otherLanguage } from '#domain/foundation/language/texts.ts'
import { FieldError } from '#client/kit/field/field.tsx'
import { Html } from '#client/kit/rich-text/rich-text.tsx'
import { Price } from '#client/kit/price/price.tsx'
import { QuantityStepper } from '#client/kit/quantity-stepper/quantity-stepper.tsx'
import { isZero } from '#client/language/formats.ts'
import { PriceParts } from '../offer-parts.tsx'
import { refreshStock } from './late-parts.tsx'
import css from './category-stub.module.css'

export const TICKETS_ID = 'tickets'

type TicketsProps = {
  readonly event: Event
  readonly items: ItemsByCategory
  readonly selection: Selection
  readonly onChoose: (categoryId: number, count: number) => void
  readonly onRefresh: () => Promise<unknown>
  /** What is wrong with the control of this id. */
  readonly errorOf: (control: string) => string | undefined
  /** Above the tickets: what has happened to the choice meanwhile. */
  readonly children?: ReactNode
}

/** The tickets as stubs: those of today, and folded away those of yesterday. */
export function Tickets({ event, items, selection, onChoose, onRefresh, errorOf, children }: TicketsProps) {
  const t = useT()
  const left = ticketsLeftInPool(event, items)
  const title = (
    <>
      {t('show-event.tickets')} {left === undefined ? null : <Badge>{t('show-event.tickets.left', left)}</Badge>}
    </>
  )
  return (
    <Section id={TICKETS_ID} title={title}>
      {children}
      {items.ticketCategories.length === 0 ? <Notice>{t('foyer.event.nothing-on-sale')}</Notice> : null}
      <Stubs>
        {items.ticketCategories.map(category => (
          <li key={category.id}>
            <CategoryStub
              event={event}
              category={category}
              count={chosenOf(category, selection)}
              onCount={count => onChoose(category.id, count)}
              onRefresh={onRefresh}
              error={errorOf(categoryControl(category.id))}
            />
          </li>
        ))}
      </Stubs>
      <Expired event={event} items={items} />
    </Section>
  )
}

function Expired({ event, items: { expiredCategories } }: { event: Event; items: ItemsByCategory }) {
  const t = useT()
  if (expiredCategories.length === 0) return null
  return (
    <div style={{ marginBlockStart: '1.25rem' }}>
      <Fold summary={`${t('show-event.expired-categories')} (${expiredCategories.length})`}>
        <Stubs>
          {expiredCategories.map(category => (
            <li key={category.id}>
              <CategoryStub event={event} category={category} count={0} />
            </li>
          ))}
        </Stubs>
      </Fold>
    </div>
  )
}

/** Below this many the number left is pointed out. */
const FEW = 10

type CategoryStubProps = {
  readonly event: Event
  readonly category: TicketCategory
  readonly count: number
  readonly onCount?: (count: number) => void
  readonly onRefresh?: () => Promise<unknown>
  /** What the server did not like about the number. */
  readonly error?: string | undefined
}

/** One category: what it is, when it is sold, what it costs, and how many to take. */
function CategoryStub({ event, category, count, onCount, onRefresh, error }: CategoryStubProps) {
  const { language, t } = useLanguage()
  const id = categoryControl(category.id)
  const state = saleStateOf(category)
  return (
    <Stub
      off={state.kind !== 'on-sale'}
      tear={
        <>
          <CategoryPrice event={event} category={category} />
          {state.kind === 'on-sale' && onCount ? (
            <QuantityStepper
              id={id}
              describedBy={error ? `${id}-error` : undefined}
              label={`${t('show-event.category.quantity')}: ${category.name}`}
              value={count}
              max={state.max}
              onChange={onCount}
            />
          ) : null}
          {state.kind === 'all-reserved' && onRefresh ? (
            <refreshStock.Component with={{ of: category.name, onRefresh }} shape={null} />
          ) : null}
          {state.kind === 'sold-out' ? <Badge tone="warn">{t('show-event.sold-out')}</Badge> : null}
        </>
      }
    >
      <h3 dir="auto">{category.name}</h3>
      <FieldError id={id} error={error} />
      <Html
        html={inLanguage(category.description, language)}
        lang={otherLanguage(category.description, language)}
        compact
      />
      <SaleNote category={category} timeZone={event.timeZone} />
      <Tags
        event={event}
        category={category}
        left={state.kind === 'on-sale' && !category.allLeftAreYours ? category.availableTickets : null}
      />
    </Stub>
  )
}

/** When it is sold; and if it can't be had now, why, and what may happen. */
function SaleNote({ category, timeZone }: { category: TicketCategory; timeZone: string }) {
  const t = useT()
  const { moment } = useDates(timeZone)
  const [from, until] = [moment(category.saleStart ?? 0), moment(category.saleEnd ?? 0)]
  switch (saleStateOf(category).kind) {
    case 'not-started':
      return <p>{t('show-event.sales-not-started', from)}</p>
    case 'not-payable-yet':
      return <p>{t('foyer.event.not-payable-yet')}</p>
    case 'not-payable-any-more':
      return <p>{t('foyer.event.not-payable-any-more')}</p>
    case 'ended':
      return <p className="soft small">{t('show-event.sales-ended', until)}</p>
    case 'all-reserved':
      return (
        <div>
          <p>
            <strong>{t('show-event.all-tickets-reserved')}</strong>
          </p>
          <p className="soft small">{t('show-event.all-tickets-reserved.info')}</p>
        </div>
      )
    case 'on-sale':
      return <p className="soft small">{t('show-event.sales-end', until)}</p>
    case 'sold-out':
      return null
  }
}

type TagsProps = Pick<CategoryStubProps, 'event' | 'category'> & { readonly left: number | null }

function Tags({ event, category, left }: TagsProps) {
  const { t } = useLanguage()
  const isOnlinePart = event.format === 'HYBRID' && category.ticketAccessType === 'ONLINE'
  const { yours } = category
  if (!isOnlinePart && !left && !category.accessRestricted && !yours) return null
  return (
    <p className={css.tags}>
      {category.accessRestricted ? <Badge tone="accent">{t('foyer.code.opened')}</Badge> : null}
      {isOnlinePart ? <Badge>{t('event.online.badge')}</Badge> : null}
      {yours ? <Badge>{t(category.allLeftAreYours ? 'foyer.held.last-of' : 'foyer.held.of', yours)}</Badge> : null}
      {left ? <Badge tone={left < FEW ? 'warn' : 'plain'}>{t('show-event.tickets.left', left)}</Badge> : null}
    </p>
  )
}

/** What one costs in the end, beside what it cost before the visitor's code; with its parts, or the tax within. */
function CategoryPrice({ event, category }: Pick<CategoryStubProps, 'event' | 'category'>) {
  const { total, before } = unavoidablePrice(category)
  return (
    <Price amount={total} before={before ?? undefined} currency={event.currency}>
      {isZero(total) ? null : (
        <PriceParts
          price={unavoidablePrice(category)}
          currency={event.currency}
          vat={event.vat}
          showsTax={category.displayTaxInformation}
        />
      )}
    </Price>
  )
}
