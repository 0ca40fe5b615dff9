import { useState } from 'react'
import type { SeatBlocks } from '#contract/desk-seat-blocks.ts'
import { deskSeatBlocksPath } from '#contract/paths.ts'
import { server } from '#client/frame/calls/server.ts'
import { Button } from '#client/kit/button/button.tsx'
import { SelectField, TextField } from '#client/kit/field/field.tsx'
import { useT } from '#client/language/language-context.ts'
import { DateTimeField } from '../../parts/date-time-field.tsx'
import { Form, useProblemOf, useSending } from '../../parts/form.tsx'
import { momentOf } from '../../parts/local-time.ts'
import { Panel } from '../../parts/work.tsx'

type HoldFormProps = { readonly eventId: number; readonly read: SeatBlocks; readonly onChanged: () => unknown }

const EMPTY = { name: '', seats: '', until: '' }

/** Free seats are held for a purpose, once however often it is pressed. */
export function HoldForm({ eventId, read: { sources, timezone }, onChanged }: HoldFormProps) {
  const t = useT()
  const [draft, setDraft] = useState(EMPTY)
  const [source, setSource] = useState(String(sources[0]?.categoryId ?? ''))
  const [requestId, setRequestId] = useState(() => crypto.randomUUID())
  const { send, isSending, problems } = useSending()
  const problemOf = useProblemOf(problems)
  const { name, seats, until } = draft
  // Another form is another request: what was refused may be held once it is right.
  const change = (part: Partial<typeof EMPTY>) => setDraft({ ...draft, ...part })
  const hold = () =>
    send(
      () =>
        server().call('POST', deskSeatBlocksPath, {
          params: { eventId },
          body: {
            name,
            seats: Math.max(0, Math.floor(Number(seats) || 0)),
            ...(source !== '' && { categoryId: Number(source) }),
            ...(until !== '' && { until: momentOf(until, timezone) }),
            requestId,
          },
        }),
      answer => {
        if (answer.kind !== 'done') return
        setDraft(EMPTY)
        setRequestId(crypto.randomUUID())
        void onChanged()
      },
    )
  return (
    <Panel title={t('foyer.desk.blocks.hold')}>
      <Form problems={problems} title={t('foyer.desk.blocks.not')} onSubmit={hold} idOf={field => `block-${field}`}>
        <TextField
          id="block-name"
          label={t('foyer.desk.blocks.name')}
          hint={t('foyer.desk.blocks.name.hint')}
          autoComplete="off"
          error={problemOf('name')}
          value={name}
          onChange={event => change({ name: event.target.value })}
        />
        <SelectField
          id="block-categoryId"
          label={t('foyer.desk.blocks.from')}
          error={problemOf('categoryId')}
          value={source}
          onChange={event => setSource(event.target.value)}
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
          value={seats}
          onChange={event => change({ seats: event.target.value })}
        />
        <DateTimeField
          id="block-until"
          label={t('foyer.desk.blocks.end')}
          hint={t('foyer.desk.blocks.end.hint', timezone)}
          error={problemOf('until')}
          value={until}
          onChange={value => change({ until: value })}
        />
        <div>
          <Button type="submit" busy={isSending}>
            {t('foyer.desk.blocks.do')}
          </Button>
        </div>
      </Form>
    </Panel>
  )
}
