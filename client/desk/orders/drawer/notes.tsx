import { useState } from 'react'
import { deskOrderNotePath, deskOrderNotesPath } from '#contract/paths.ts'
import { server } from '#client/frame/calls/server.ts'
import { Form, useProblemOf, useSending } from '#client/frame/forms/sent-form.tsx'
import { Button, TextButton } from '#client/kit/button/button.tsx'
import { FieldFrame, controlProps } from '#client/kit/field/field.tsx'
import { useT } from '#client/language/language-context.ts'
import { useDates, useOwnZone } from '#client/language/use-dates.ts'
import type { PartProps } from './part.ts'
import css from './drawer.module.css'

/** What members have written about an order; its buyer never sees it. */
export function Notes({ order: { id, notes, isErased }, reload }: PartProps) {
  const t = useT()
  const dates = useDates(useOwnZone() ?? 'UTC')
  const { send, isSending } = useSending()
  const remove = (noteId: string) =>
    send(() => server().call('DELETE', deskOrderNotePath, { params: { orderId: id, noteId } }), reload)
  return (
    <section>
      <h3>{t('foyer.desk.order.notes')}</h3>
      {notes.length > 0 && (
        <ul className={css.notes}>
          {notes.map(note => (
            <li key={note.id}>
              <p dir="auto">{note.text}</p>
              <p className="soft small">
                <b dir="auto">{note.by}</b>, {dates.shortDay(note.at)}, {dates.time(note.at)}{' '}
                {note.isOwn && (
                  <TextButton busy={isSending} onClick={() => void remove(note.id)}>
                    {t('foyer.desk.order.note.remove')}
                  </TextButton>
                )}
              </p>
            </li>
          ))}
        </ul>
      )}
      {!isErased && <NewNote orderId={id} reload={reload} />}
    </section>
  )
}

function NewNote({ orderId, reload }: { readonly orderId: string; readonly reload: () => Promise<unknown> }) {
  const t = useT()
  const [text, setText] = useState('')
  const { send, isSending, problems } = useSending()
  const problemOf = useProblemOf(problems)
  const field = { id: 'note', hint: t('foyer.desk.order.note.hint'), error: problemOf('text') }
  const write = () =>
    send(
      () => server().call('POST', deskOrderNotesPath, { params: { orderId }, body: { text } }),
      async answer => {
        if (answer.kind !== 'done') return
        setText('')
        await reload()
      },
    )
  return (
    <Form problems={problems} title={t('foyer.desk.order.note.refused')} onSubmit={write} idOf={() => field.id}>
      <FieldFrame {...field} label={t('foyer.desk.order.note.new')}>
        <textarea
          rows={2}
          dir="auto"
          value={text}
          onChange={event => setText(event.target.value)}
          {...controlProps(field)}
        />
      </FieldFrame>
      <div>
        <Button type="submit" tone="quiet" busy={isSending}>
          {t('foyer.desk.order.note.add')}
        </Button>
      </div>
    </Form>
  )
}
