import { useState } from 'react'
import type { AttentionItem } from '#contract/desk-money.ts'
import { MAX_NOTE_LENGTH } from '#contract/limits.ts'
import { deskPaymentByHandPath } from '#contract/paths.ts'
import { server } from '#client/frame/calls/server.ts'
import { useSending } from '#client/frame/forms/sent-form.tsx'
import { Button } from '#client/kit/button/button.tsx'
import { TextField } from '#client/kit/field/field.tsx'
import { useToast } from '#client/kit/notice/notice.tsx'
import { useT } from '#client/language/language-context.ts'
import { Ask } from '../../parts/ask.tsx'

type ByHandProps = {
  readonly paymentId: string
  readonly item: Pick<AttentionItem, 'orderReference'>
  readonly onChanged: () => unknown
}

/** The money is there by the word of a member, who says how it is known; an order that is confirmed stays so. */
export function ByHand({ paymentId, item: { orderReference }, onChanged }: ByHandProps) {
  const t = useT()
  const toast = useToast()
  const [isOpen, setOpen] = useState(false)
  const [note, setNote] = useState('')
  const [isMissing, setMissing] = useState(false)
  const { send, isSending, problems } = useSending()
  const number = orderReference ?? ''
  const confirm = () => {
    setMissing(note.trim() === '')
    if (note.trim() === '') return undefined
    return send(
      () => server().call('POST', deskPaymentByHandPath, { params: { paymentId }, body: { note: note.trim() } }),
      async answer => {
        if (answer.kind !== 'done') return
        setOpen(false)
        toast(t('foyer.desk.attention.by-hand.done', number), 'good')
        await onChanged()
      },
    )
  }
  return (
    <>
      <Button tone="quiet" onClick={() => setOpen(true)}>
        {t('foyer.desk.attention.by-hand')}
        <span className="unseen">: {number}</span>
      </Button>
      <Ask
        isOpen={isOpen}
        title={t('foyer.desk.attention.by-hand')}
        act={t('foyer.desk.attention.by-hand')}
        isSending={isSending}
        problems={problems}
        onAct={confirm}
        onLeave={() => setOpen(false)}
      >
        <p>{t('foyer.desk.attention.by-hand.text', number)}</p>
        <TextField
          id={`note-${paymentId}`}
          label={t('foyer.desk.attention.note')}
          hint={t('foyer.desk.attention.note.hint')}
          error={isMissing ? t('foyer.desk.attention.note.missing') : undefined}
          maxLength={MAX_NOTE_LENGTH}
          value={note}
          onChange={({ target }) => {
            setNote(target.value)
            setMissing(false)
          }}
        />
      </Ask>
    </>
  )
}
