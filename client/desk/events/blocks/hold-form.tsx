import { useState } from 'react'
import type { SeatBlocks } from '#contract/desk-seat-blocks.ts'
import { deskSeatBlocksPath } from '#contract/paths.ts'
import { server } from '#client/frame/calls/server.ts'
import { Form, type Problems, useProblemOf, useSending } from '#client/frame/forms/sent-form.tsx'
import { Button } from '#client/kit/button/button.tsx'
import { SelectField, TextField } from '#client/kit/field/field.tsx'
import { useT } from '#client/language/language-context.ts'
import { DateTimeField } from '../../parts/date-time-field.tsx'
import { momentOf } from '../../parts/local-time.ts'
import { Panel } from '../../parts/work.tsx'
import css from './blocks.module.css'

type HoldFormProps = { readonly eventId: number; readonly read: SeatBlocks; readonly onChanged: () => unknown }

type Draft = {
  readonly name: string
  /** The id of a category; empty: the shared seats. */
  readonly source: string
  readonly seats: string
  readonly until: string
}

/** Free seats are held for a purpose, once however often it is pressed. */
export function HoldForm({ eventId, read: { sources, timezone }, onChanged }: HoldFormProps) {
  const t = useT()
  const [draft, setDraft] = useState<Draft>({
    name: '',
    source: String(sources[0]?.categoryId ?? ''),
    seats: '',
    until: '',
  })
  const [requestId, setRequestId] = useState(() => crypto.randomUUID())
  const { send, isSending, problems } = useSending()
  const { name, source, seats, until } = draft
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  const hold = () =>
    send(
      () =>
        server().call('POST', deskSeatBlocksPath, {
          params: { eventId },
          body: {
            name,
            seats: Math.max(0, Math.floor(Number(seats) || 0)),
            ...(source !== '' && { categoryId: Number(source) }),
            // What is no moment is refused as one that is over.
            ...(until !== '' && { until: momentOf(until, timezone) ?? 0 }),
            requestId,
          },
        }),
      answer => {
        if (answer.kind !== 'done') return
        change({ name: '', seats: '', until: '' })
        setRequestId(crypto.randomUUID())
        void onChanged()
      },
    )
  return (
    <Panel title={t('foyer.desk.blocks.hold')}>
      <Form problems={problems} title={t('foyer.desk.blocks.not')} onSubmit={hold} idOf={field => `block-${field}`}>
        <HoldFields sources={sources} timezone={timezone} draft={draft} problems={problems} change={change} />
        <div>
          <Button type="submit" busy={isSending}>
            {t('foyer.desk.blocks.do')}
          </Button>
        </div>
      </Form>
    </Panel>
  )
}

type FieldsProps = Pick<SeatBlocks, 'sources' | 'timezone'> & {
  readonly draft: Draft
  readonly problems: Problems | undefined
  readonly change: (part: Partial<Draft>) => void
}

function HoldFields({ sources, timezone, draft, problems, change }: FieldsProps) {
  const t = useT()
  const problemOf = useProblemOf(problems)
  return (
    <div className={css.fields}>
      <TextField
        id="block-name"
        label={t('foyer.desk.blocks.name')}
        hint={t('foyer.desk.blocks.name.hint')}
        autoComplete="off"
        error={problemOf('name')}
        value={draft.name}
        onChange={event => change({ name: event.target.value })}
      />
      <SelectField
        id="block-categoryId"
        label={t('foyer.desk.blocks.from')}
        error={problemOf('categoryId')}
        value={draft.source}
        onChange={event => change({ source: event.target.value })}
      >
        {sources.map(({ categoryId, name: category, free }) => (
          <option key={categoryId} value={categoryId ?? ''}>
            {t('foyer.desk.import.category.free', category ?? t('foyer.desk.blocks.shared'), free)}
          </option>
        ))}
      </SelectField>
      <TextField
        id="block-seats"
        label={t('foyer.desk.blocks.count')}
        inputMode="numeric"
        autoComplete="off"
        error={problemOf('seats')}
        value={draft.seats}
        onChange={event => change({ seats: event.target.value })}
      />
      <DateTimeField
        id="block-until"
        label={t('foyer.desk.blocks.end')}
        hint={t('foyer.desk.blocks.end.hint', timezone)}
        error={problemOf('until')}
        value={draft.until}
        onChange={value => change({ until: value })}
      />
    </div>
  )
}
