import { reservationId } from '#domain/reservation/reservation.ts'
import { confirmTransfer } from '#server/payment/finalize.ts'
import { type Command, Refusal, say, withShop } from './command.ts'

export const paymentsCommand: Command = {
  usage: ['payments confirm <reservation>'],
  summary: 'Confirms that the bank transfer of a waiting order has arrived; its tickets are sent.',
  run: async ([verb, text = '', ...others]) => {
    if (verb !== 'confirm' || others.length > 0) throw new Refusal('Say: payments confirm <reservation>.')
    const id = reservationId(text)
    if (id === undefined) throw new Refusal(`"${text}" is not the id of a reservation.`)
    const isConfirmed = await withShop(shop => confirmTransfer(shop, id))
    if (!isConfirmed) throw new Refusal(`${id} is not waiting for a bank transfer.`)
    say(`${id} is paid.`)
    return 0
  },
}
