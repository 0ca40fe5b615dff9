import { useState } from 'react'
import type { BoxOffice, BoxWay, Drawer, Sale } from '#contract/box-office.ts'
import { boxSalesPath } from '#contract/paths.ts'
import { Form, type Problems, useProblemOf, useSending } from '#client/frame/forms/sent-form.tsx'
import { SaleQuestionFields } from '#client/frame/sale/sale-questions.tsx'
import { type TypedAnswers, answersToSend, partsToAsk } from '#client/frame/sale/sale-extras.ts'
import { Button, TextButton } from '#client/kit/button/button.tsx'
import { TextField } from '#client/kit/field/field.tsx'
import { isZero } from '#client/language/formats.ts'
import { useLanguage, useT } from '#client/language/language-context.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import type { DoorCalls } from '../device/door-calls.ts'
import { useAmount } from './amount.ts'
import { type Chosen, plain } from './cart.tsx'
import { changeOf } from './change.ts'
import { ask } from './use-box.ts'
import css from './box-office.module.css'

type PaymentProps = {
  readonly box: BoxOffice
  readonly drawer: Drawer
  readonly chosen: Chosen
  /** Of the event. */
  readonly timezone: string
  readonly calls: () => Promise<DoorCalls | undefined>
  readonly onBack: () => void
  readonly onSold: (sale: Sale) => void
}

type Typed = Readonly<Record<'firstName' | 'lastName' | 'email' | 'given' | 'receipt', string>>
const NOTHING: Typed = { firstName: '', lastName: '', email: '', given: '', receipt: '' }

/** Whose they are, where that is said, and how they are paid. One sale for one choice of tickets, however often Sell is pressed. */
export function Payment({ box, drawer, chosen, timezone, calls, onBack, onSold }: PaymentProps) {
  const { t, language } = useLanguage()
  const amount = useAmount(box.currency)
  const { send, isSending, problems } = useSending()
  const problemOf = useProblemOf(problems)
  const [requestId] = useState(() => crypto.randomUUID())
  const [typed, setTyped] = useState(NOTHING)
  const [answers, setAnswers] = useState<TypedAnswers>({})
  const isFree = isZero(chosen.total)
  const [way, setWay] = useState<BoxWay>('CASH')
  const field = (name: keyof Typed) => ({
    id: name,
    value: typed[name],
    error: problemOf(name),
    autoComplete: 'off' as const,
    onChange: (event: { target: { value: string } }) => setTyped({ ...typed, [name]: event.target.value }),
  })
  const { given, receipt, ...person } = typed
  const body = {
    requestId,
    drawerId: drawer.id,
    lines: plain(chosen.lines),
    extras: chosen.extras,
    answers: answersToSend(partsToAsk(box.questions, chosen), answers),
    total: chosen.total,
    way,
    language,
    ...person,
    ...(way === 'CASH' && given.trim() !== '' && { given }),
    ...(way === 'TERMINAL' && { receipt }),
  }
  const sell = () =>
    send(
      () => ask(calls, (opened, signal) => opened.call('POST', boxSalesPath, { body, signal })),
      result => result.kind === 'done' && onSold(result.value),
    )
  const mustName = box.mustName || way === 'TRANSFER'
  return (
    <section className={css.sheet} aria-label={t('foyer.box.payment')}>
      <h2>{t('foyer.box.payment')}</h2>
      <Total chosen={chosen} box={box} />
      <Form problems={problems} title={t('foyer.box.not-done')} onSubmit={sell}>
        {!isFree && <Ways ways={box.ways} way={way} onChange={setWay} />}
        {way === 'CASH' && !isFree && (
          <Cash total={chosen.total} currency={box.currency} given={given} field={field('given')} />
        )}
        {way === 'TERMINAL' && <TextField {...field('receipt')} label={t('foyer.box.receipt')} />}
        <Person field={field} mustName={mustName} />
        <Questions {...{ box, chosen, way, timezone, problems }} answers={answers} onType={setAnswers} />
        <Sell way={way} amount={amount(chosen.total)} isSending={isSending} onBack={onBack} />
      </Form>
    </section>
  )
}

type QuestionsProps = Pick<PaymentProps, 'box' | 'chosen' | 'timezone'> & {
  readonly way: BoxWay
  readonly answers: TypedAnswers
  readonly onType: (answers: TypedAnswers) => void
  readonly problems: Problems | undefined
}

/** By a link the buyer answers what is left open on the page of the order. */
function Questions({ box, chosen, way, timezone, answers, onType, problems }: QuestionsProps) {
  return (
    <SaleQuestionFields
      parts={partsToAsk(box.questions, chosen)}
      typed={answers}
      onType={onType}
      areRequired={box.mustName && way !== 'LINK'}
      problems={problems}
      timeZone={timezone}
    />
  )
}

type SellProps = {
  readonly way: BoxWay
  readonly amount: string
  readonly isSending: boolean
  readonly onBack: () => void
}

function Sell({ way, amount, isSending, onBack }: SellProps) {
  const t = useT()
  return (
    <>
      <Button type="submit" wide busy={isSending}>
        {way === 'CASH' || way === 'TERMINAL' ? t('foyer.box.sell', amount) : t(`foyer.box.sell.${way}`)}
      </Button>
      <div>
        <TextButton onClick={onBack}>{t('foyer.box.back')}</TextButton>
      </div>
    </>
  )
}

function Total({ chosen, box }: Pick<PaymentProps, 'chosen' | 'box'>) {
  const { language } = useLanguage()
  const amount = useAmount(box.currency)
  const titleOf = (id: number) => inLanguage(box.extras.find(extra => extra.id === id)?.title ?? {}, language)
  const parts = [
    ...chosen.lines.map(({ name, quantity }) => `${quantity} × ${name}`),
    ...chosen.extras.map(({ extraId, quantity, amount: given }) =>
      given === undefined ? `${quantity} × ${titleOf(extraId)}` : titleOf(extraId),
    ),
  ]
  return (
    <p className={css.total}>
      <span>{parts.join(', ')}</span>
      <b>{amount(chosen.total)}</b>
    </p>
  )
}

type WaysProps = { readonly ways: readonly BoxWay[]; readonly way: BoxWay; readonly onChange: (way: BoxWay) => void }

function Ways({ ways, way, onChange }: WaysProps) {
  const t = useT()
  return (
    <fieldset className={css.ways}>
      <legend>{t('foyer.box.way')}</legend>
      {ways.map(each => (
        <label key={each}>
          <input type="radio" name="way" checked={each === way} onChange={() => onChange(each)} />
          <span>{t(`foyer.box.way.${each}`)}</span>
        </label>
      ))}
    </fieldset>
  )
}

type FieldOf = {
  readonly id: string
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (event: { target: { value: string } }) => void
}

type CashProps = {
  readonly total: string
  readonly currency: string | null
  readonly given: string
  readonly field: FieldOf
}

/** What is handed over, and what goes back. */
function Cash({ total, currency, given, field }: CashProps) {
  const t = useT()
  const amount = useAmount(currency)
  const change = changeOf(given, total)
  return (
    <div className={css.cash}>
      <TextField {...field} label={t('foyer.box.given')} hint={t('foyer.box.given.hint')} inputMode="decimal" />
      <p className={css.change} role="status">
        {change !== undefined && (
          <>
            {t('foyer.box.change')} <b>{amount(change)}</b>
          </>
        )}
      </p>
    </div>
  )
}

type PersonProps = {
  readonly field: (name: 'firstName' | 'lastName' | 'email') => FieldOf
  readonly mustName: boolean
}

function Person({ field, mustName }: PersonProps) {
  const t = useT()
  const optional = mustName ? undefined : t('foyer.optional')
  return (
    <div className={css.person}>
      <TextField {...field('firstName')} label={t('foyer.box.first-name')} optional={optional} />
      <TextField {...field('lastName')} label={t('foyer.box.last-name')} optional={optional} />
      <TextField
        {...field('email')}
        type="email"
        label={t('foyer.box.email')}
        hint={t('foyer.box.email.hint')}
        optional={optional}
      />
    </div>
  )
}
