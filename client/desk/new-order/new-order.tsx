import { useState } from 'react'
import type { NewOrderForm, NewOrderOffer } from '#contract/desk-new-order.ts'
import { NO_EXTRAS, answersToSend, extrasToSend, partsToAsk } from '#client/frame/sale/sale-extras.ts'
import { Button } from '#client/kit/button/button.tsx'
import { formatAmount } from '#client/language/formats.ts'
import { useLanguage } from '#client/language/language-context.ts'
import { useSearchParams } from '#client/routing/router.tsx'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import { Form } from '#client/frame/forms/sent-form.tsx'
import { localOf, momentOf } from '../parts/local-time.ts'
import { WillHappen } from '../parts/will-happen.tsx'
import { Panel } from '../parts/work.tsx'
import type { Draft } from './draft.ts'
import { NewOrderFields } from './fields.tsx'
import { linesOf } from './lines.ts'
import { MadeOrder } from './made-order.tsx'
import { useDiscounts } from './use-discounts.ts'
import { type NewOrderState, useNewOrder } from './use-new-order.ts'
import css from './new-order.module.css'

const THREE_DAYS_MS = 3 * 24 * 60 * 60_000

function formOf(draft: Draft, { timezone, extras: offered, questions }: NewOrderOffer): NewOrderForm {
  const { way, counts, until, note, block, extras: chosen, answers, ...person } = draft
  const lines = linesOf(counts)
  const tickets = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const extras = extrasToSend(offered, chosen, tickets)
  return {
    ...person,
    way,
    lines,
    extras,
    answers: answersToSend(partsToAsk(questions, { lines, extras }), answers),
    note,
    ...(block !== '' && { blockId: Number(block) }),
    ...(way === 'LINK' && { until: momentOf(until, timezone) }),
  }
}

type NewOrderProps = { readonly eventId: number; readonly offer: NewOrderOffer }

/** The form of a new order: what it will be is shown before it is made. */
export function NewOrder({ eventId, offer }: NewOrderProps) {
  const { t, language } = useLanguage()
  const { timezone, languages } = offer
  const [address] = useSearchParams()
  const wanted = address.get('block') ?? ''
  const [draft, setDraft] = useState<Draft>(() => ({
    way: 'LINK',
    counts: {},
    extras: NO_EXTRAS,
    answers: {},
    firstName: '',
    lastName: '',
    email: '',
    language: languages.find(one => one === language) ?? languages[0] ?? language,
    code: '',
    until: localOf(Date.now() + THREE_DAYS_MS, timezone),
    note: '',
    isMailed: true,
    block: offer.blocks.some(({ id }) => String(id) === wanted) ? wanted : '',
  }))
  const lowered = useDiscounts(eventId, draft.code)
  const state = useNewOrder(eventId, formOf(draft, offer))
  const { made, plan, problems, isSending, ask, dropPlan } = state
  if (made) return <MadeOrder made={made} isToBePaid={draft.way === 'LINK'} />
  return (
    <Panel title={t('foyer.desk.new-order.for')}>
      <Form
        problems={plan ? undefined : problems}
        title={t('foyer.desk.new-order.not')}
        onSubmit={ask}
        idOf={field => `new-${field}`}
      >
        <NewOrderFields
          offer={offer}
          draft={draft}
          problems={problems}
          {...lowered}
          change={part => {
            dropPlan()
            setDraft({ ...draft, ...part })
          }}
        />
        {!plan && (
          <div>
            <Button type="submit" busy={isSending}>
              {t('foyer.desk.order.act.what')}
            </Button>
          </div>
        )}
      </Form>
      <div aria-live="polite">{plan && <WillBe state={state} />}</div>
    </Panel>
  )
}

function WillBe({ state: { plan, isOther, isSending, make } }: { readonly state: NewOrderState }) {
  const { t, language } = useLanguage()
  if (!plan) return null
  const { tickets, extras, total, currency, mails } = plan
  const sum = currency === null ? total : formatAmount(total, currency, language)
  return (
    <div className={css.plan}>
      <WillHappen
        heading="h2"
        isOther={isOther}
        sentences={[
          t('foyer.desk.new-order.will', new Intl.NumberFormat(language).format(tickets), sum),
          ...extras.map(({ title, quantity }) => t('foyer.door.counter.with', inLanguage(title, language), quantity)),
          ...mails.map(({ recipient, subject }) => t('foyer.desk.order.plan.mail', recipient, subject)),
          ...(mails.length === 0 ? [t('foyer.desk.order.plan.no-mail')] : []),
        ]}
      />
      <Button busy={isSending} onClick={() => void make()}>
        {t('foyer.desk.new-order.make')}
      </Button>
    </div>
  )
}
