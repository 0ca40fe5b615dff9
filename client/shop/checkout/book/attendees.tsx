import { useEffect } from 'react'
import { lazyPart } from '#client/frame/routing/lazy-part.tsx'
import { useFormValues } from '#client/frame/forms/form-values.ts'
import { Section } from '#client/kit/page/page.tsx'
import { useLanguage, useT } from '#client/language/language-context.ts'
import { pluralOf } from '#domain/foundation/language/texts.ts'
import { useOpenReservation } from '../frame/open-reservation.ts'
import type { OpenCards } from './open-cards.ts'
import type { BookingForm } from './use-booking-form.ts'
import { nameOf } from '../details/booking-values.ts'
import type { Submission } from './use-submission.ts'
import { Card } from '#client/kit/card/card.tsx'
import type { AttendeeCardProps } from './attendee-card-props.ts'
import { LATER_ID, changeId, focusSoon } from './focus-soon.ts'
import { Questions, loadQuestions } from './questions.tsx'
import { useToast } from '#client/kit/notice/notice.tsx'
import { TextButton } from '#client/kit/button/button.tsx'
import dotted from '../order/dotted-line.module.css'
import css from './book.module.css'

/** Most buyers name no other person; fetched once the page can be used. */
const { load: loadCard, Component: AttendeeCard } = lazyPart(
  async () => (await import('./attendee-card.tsx')).AttendeeCard,
)

/** Most orders have no extras. */
const { Component: TicketExtras } = lazyPart(async () => (await import('./ticket-extras.tsx')).TicketExtras)

type AttendeesProps = { readonly form: BookingForm; readonly submission: Submission; readonly cards: OpenCards }

/**
 * Who is coming: the buyer with the first ticket, until another person is named, and a card for each other ticket. Where
 * names can come later, the others wait for theirs unless the buyer names them now.
 */
export function Attendees({ form, submission, cards }: AttendeesProps) {
  const t = useT()
  const { ticketsByCategory } = useOpenReservation().reservation
  const attendees = useFormValues(form, values => values.tickets)
  const tickets = ticketsByCategory.flatMap(({ name, tickets: those }) =>
    those.map((ticket, position) => ({ ticket, title: t('foyer.book.ticket', name, position + 1) })),
  )
  useEffect(() => void loadCard().catch(() => undefined), [])
  const waiting = tickets.filter(({ ticket }) => attendees[ticket.uuid]?.isLater).map(({ ticket }) => ticket.uuid)
  return (
    <Section title={t('reservation-page.attendees')} id="attendees">
      <div className={css.fields}>
        {tickets.map(({ ticket, title }) => {
          const attendee = attendees[ticket.uuid]
          if (!attendee || attendee.isLater) return null
          const Element = attendee.isBuyer ? BuyerCard : AttendeeCard
          return <Element key={ticket.uuid} {...{ ticket, title, form, submission, cards }} />
        })}
        {waiting.length > 0 && <Waiting ids={waiting} hasOthers={waiting.length < tickets.length} form={form} />}
      </div>
    </Section>
  )
}

/** Loads the card with its questions before it is asked for; false where it can't be had, which the buyer reads. */
function useLoadedCard(): () => Promise<boolean> {
  const t = useT()
  const toast = useToast()
  return async () => {
    const isLoaded = await Promise.all([loadCard(), loadQuestions()]).then(
      () => true,
      () => false,
    )
    if (!isLoaded) toast(t('foyer.error.unreachable'), 'bad')
    return isLoaded
  }
}

type WaitingProps = { readonly ids: readonly string[]; readonly hasOthers: boolean; readonly form: BookingForm }

/** The tickets that nothing is asked about yet. */
function Waiting({ ids, hasOthers, form }: WaitingProps) {
  const { t, language } = useLanguage()
  const load = useLoadedCard()
  const nameNow = async () => {
    if (!(await load())) return
    for (const id of ids) form.setValue(`tickets.${id}.isLater`, false)
    focusSoon(`tickets.${ids[0]}.firstName`)
  }
  const count = `${hasOthers ? 'others' : 'all'}.${pluralOf(language, ids.length)}`
  return (
    <Card>
      <div className={css.holder}>
        <p>{t(`foyer.book.later.${count}`, ids.length)}</p>
        <TextButton id={LATER_ID} onClick={() => void nameNow()}>
          {t('foyer.book.name-now')}
        </TextButton>
      </div>
    </Card>
  )
}

/** The buyer's own ticket: nothing is typed twice, and the organiser's questions alone are open. */
function BuyerCard({ ticket, title, form, submission, cards }: AttendeeCardProps) {
  const t = useT()
  const { uuid } = ticket
  const name = useFormValues(form, nameOf)
  const hasExtras = useOpenReservation().reservation.additionalServiceWithData.length > 0
  const fieldProps = { path: `tickets.${uuid}`, isAcquired: ticket.acquired, form, submission } as const
  const load = useLoadedCard()
  const change = async () => {
    if (!(await load())) return
    form.setValue(`tickets.${uuid}.isBuyer`, false)
    cards.set(uuid, true)
    focusSoon(`tickets.${uuid}.firstName`)
  }
  return (
    <Card>
      <div className={css.fields} role="group" aria-label={title}>
        <div className={css.holder}>
          <p dir="auto" className={`${dotted.line} ${css.summary}`}>
            {title}{' '}
            <span className={`${dotted.next} ${css.who}`}>
              <bdi>{name === '' ? t('foyer.book.you') : t('foyer.book.is-you', name)}</bdi>
            </span>
          </p>
          <TextButton id={changeId(uuid)} onClick={() => void change()}>
            {t('foyer.held.change')}
            <span className="unseen">: {title}</span>
          </TextButton>
        </div>
        <Questions {...fieldProps} questions={ticket.ticketFieldConfigurationBeforeStandard} />
        <Questions {...fieldProps} questions={ticket.ticketFieldConfigurationAfterStandard} />
        {hasExtras && <TicketExtras ticket={ticket} form={form} submission={submission} cards={cards} />}
      </div>
    </Card>
  )
}
