import { useState } from 'react'
import type { Drawer } from '#contract/box-office.ts'
import { boxDrawerCountPath } from '#contract/paths.ts'
import { Form, useProblemOf, useSending } from '#client/frame/forms/sent-form.tsx'
import { Button, TextButton } from '#client/kit/button/button.tsx'
import { CheckboxField, TextField } from '#client/kit/field/field.tsx'
import { useT } from '#client/language/language-context.ts'
import type { DoorCalls } from '../device/door-calls.ts'
import { useAmount } from './amount.ts'
import { piecesOf } from './pieces.ts'
import { ask } from './use-box.ts'
import css from './box-office.module.css'

type CountDrawerProps = {
  readonly drawer: Drawer
  readonly calls: () => Promise<DoorCalls | undefined>
  readonly onBack: () => void
  readonly onClosed: (sheet: Drawer) => void
}

/**
 * The money of a drawer is counted, by coins and notes or as a sum, without what is expected in view: so it is counted and not
 * copied. Then the drawer is closed.
 */
export function CountDrawer({ drawer, calls, onBack, onClosed }: CountDrawerProps) {
  const t = useT()
  const { send, isSending, problems } = useSending()
  const problemOf = useProblemOf(problems)
  const values = piecesOf(drawer.currency)
  const [isByPiece, setByPiece] = useState(values.length > 0)
  const [counts, setCounts] = useState<Readonly<Record<string, string>>>({})
  const [counted, setCounted] = useState('')
  const [remark, setRemark] = useState('')
  const body = { ...(isByPiece ? { pieces: countedPieces(values, counts) } : { counted }), remark }
  const close = () =>
    send(
      () =>
        ask(calls, (opened, signal) =>
          opened.call('POST', boxDrawerCountPath, { params: { drawerId: drawer.id }, body, signal }),
        ),
      result => result.kind === 'done' && onClosed(result.value),
    )
  return (
    <section className={css.sheet} aria-label={t('foyer.box.count')}>
      <h2>{t('foyer.box.count')}</h2>
      <p className="soft">{t('foyer.box.count.lead')}</p>
      <Form problems={problems} title={t('foyer.box.not-done')} onSubmit={close}>
        {values.length > 0 && (
          <CheckboxField
            id="byPiece"
            label={t('foyer.box.count.by-piece')}
            checked={isByPiece}
            onChange={() => setByPiece(!isByPiece)}
          />
        )}
        {isByPiece ? (
          <Pieces
            currency={drawer.currency}
            values={values}
            counts={counts}
            onCount={(value, count) => setCounts({ ...counts, [value]: count })}
          />
        ) : (
          <Whole currency={drawer.currency} value={counted} error={problemOf('counted')} onChange={setCounted} />
        )}
        <TextField
          id="remark"
          label={t('foyer.box.remark')}
          optional={t('foyer.optional')}
          error={problemOf('remark')}
          autoComplete="off"
          value={remark}
          onChange={event => setRemark(event.target.value)}
        />
        <Button type="submit" wide busy={isSending}>
          {t('foyer.box.count.do')}
        </Button>
        <div>
          <TextButton onClick={onBack}>{t('foyer.box.back')}</TextButton>
        </div>
      </Form>
    </section>
  )
}

const countedPieces = (values: readonly string[], counts: Readonly<Record<string, string>>) =>
  values.map(value => ({ value, count: Number(counts[value] ?? 0) }))

type WholeProps = {
  readonly currency: string
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (counted: string) => void
}

function Whole({ currency, value, error, onChange }: WholeProps) {
  const t = useT()
  return (
    <TextField
      id="counted"
      label={t('foyer.box.counted', currency)}
      error={error}
      inputMode="decimal"
      autoComplete="off"
      value={value}
      onChange={event => onChange(event.target.value)}
    />
  )
}

type PiecesProps = {
  readonly currency: string
  readonly values: readonly string[]
  readonly counts: Readonly<Record<string, string>>
  readonly onCount: (value: string, count: string) => void
}

function Pieces({ currency, values, counts, onCount }: PiecesProps) {
  const amount = useAmount(currency)
  return (
    <div className={css.pieces} id="pieces">
      {values.map(value => (
        <TextField
          key={value}
          id={`piece-${value}`}
          label={amount(value)}
          inputMode="numeric"
          autoComplete="off"
          value={counts[value] ?? ''}
          onChange={event => onCount(value, event.target.value.replace(/\D/g, '').slice(0, 6))}
        />
      ))}
    </div>
  )
}
