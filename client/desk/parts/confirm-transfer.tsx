import { useState } from 'react'
import { deskTransferArrivalPath } from '#contract/paths.ts'
import { server } from '#client/frame/calls/server.ts'
import { useSending } from '#client/frame/forms/sent-form.tsx'
import { Button } from '#client/kit/button/button.tsx'
import { useToast } from '#client/kit/notice/notice.tsx'
import { useLanguage } from '#client/language/language-context.ts'
import { formatAmount } from '#client/language/formats.ts'
import { Ask } from './ask.tsx'

type ConfirmProps = {
  /** An order whose transfer is awaited. */
  readonly order: {
    readonly id: string
    readonly person: string | null
    readonly money: { readonly amount: string; readonly currency: string } | null
  }
  readonly onChanged: () => unknown
}

/** A payment that is confirmed can't be taken back, so it is said first what will happen. */
export function ConfirmTransfer({ order: { id, person, money }, onChanged }: ConfirmProps) {
  const { t, language } = useLanguage()
  const toast = useToast()
  const [isOpen, setOpen] = useState(false)
  const { send, isSending, problems } = useSending()
  const name = person ?? ''
  const sum = money ? formatAmount(money.amount, money.currency, language) : ''
  const confirm = () =>
    send(
      () => server().call('POST', deskTransferArrivalPath, { params: { reservationId: id } }),
      async answer => {
        if (answer.kind !== 'done') return
        setOpen(false)
        toast(t('foyer.desk.need.confirmed', name), 'good')
        await onChanged()
      },
    )
  return (
    <>
      <Button tone="quiet" onClick={() => setOpen(true)}>
        {t('foyer.desk.need.confirm')}
        <span className="unseen">: {name}</span>
      </Button>
      <Ask
        isOpen={isOpen}
        title={t('foyer.desk.need.confirm')}
        act={t('foyer.desk.need.confirm')}
        isSending={isSending}
        problems={problems}
        onAct={confirm}
        onLeave={() => setOpen(false)}
      >
        <p>{t('foyer.desk.need.confirm.text', sum, name)}</p>
      </Ask>
    </>
  )
}
