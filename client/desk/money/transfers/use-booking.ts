import { useState } from 'react'
import type { BankEntry, TransferOrder } from '#contract/desk-transfers.ts'
import { deskEntryOrderPath } from '#contract/paths.ts'
import { server } from '#client/frame/calls/server.ts'
import { useSending } from '#client/frame/forms/sent-form.tsx'
import { useToast } from '#client/kit/notice/notice.tsx'
import { useT } from '#client/language/language-context.ts'

/** Books an entry to an order; a second press while it is sent does nothing. */
export function useBooking(entry: BankEntry, onChanged: () => unknown) {
  const t = useT()
  const toast = useToast()
  const [chosen, choose] = useState<TransferOrder>()
  const { send, isSending, problems } = useSending()
  const book = (order: TransferOrder, isDifferenceAccepted: boolean) =>
    send(
      () =>
        server().call('POST', deskEntryOrderPath, {
          params: { entryId: entry.id },
          body: { orderId: order.id, isDifferenceAccepted },
        }),
      async answer => {
        if (answer.kind !== 'done') return
        choose(undefined)
        toast(t('foyer.desk.need.confirmed', order.person ?? order.reference), 'good')
        await onChanged()
      },
    )
  return { chosen, choose, book, isSending, problems }
}
