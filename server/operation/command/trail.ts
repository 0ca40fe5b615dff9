import { reservationId } from '#domain/order/reservation/reservation.ts'
import { type TrailEntry, trailOf } from '#server/foundation/audit/audit.ts'
import { type Command, Refusal, say, table, withShop } from './command.ts'

export const trailCommand: Command = {
  usage: ['trail <reservation>'],
  summary: 'Tells what happened to an order and its tickets, from the beginning; also when it is gone.',
  run: async ([text = '', ...others]) => {
    if (text === '' || others.length > 0) throw new Refusal('Say: trail <reservation>.')
    const id = reservationId(text)
    if (id === undefined) throw new Refusal(`"${text}" is not the id of a reservation.`)
    const trail = await withShop(({ db }) => trailOf(db, id))
    if (trail.length === 0) throw new Refusal(`Nothing is known of ${id}.`)
    say(...table(trail.map(tellEntry)))
    return 0
  },
}

function tellEntry({ at, type, entity, entityId, by, modifications }: TrailEntry): string[] {
  const moment = Temporal.Instant.fromEpochMilliseconds(at).toString({ smallestUnit: 'second' })
  const about = entity === 'TICKET' ? `ticket ${entityId}` : ''
  return [moment, type, about, by ?? '', modifications === null ? '' : JSON.stringify(modifications)]
}
