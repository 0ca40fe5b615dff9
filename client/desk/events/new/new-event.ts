import { type KeptOffer, hasMembersOf } from '../../parts/new-offer.tsx'
import { numberIn } from '../../parts/number-in.ts'

/** What is typed of a new event. */
export type NewEvent = {
  readonly organizationId: number
  readonly title: string
  readonly startDate: string
  readonly endDate: string
  readonly isOnline: boolean
  readonly address: string
  readonly isAnnounced: boolean
  readonly ticketsUrl: string
  readonly category: string
  readonly price: string
  readonly seats: string
}

const EMPTY: NewEvent = {
  organizationId: 0,
  title: '',
  startDate: '',
  endDate: '',
  isOnline: false,
  address: '',
  isAnnounced: false,
  ticketsUrl: '',
  category: '',
  price: '',
  seats: '',
}

export const KEPT: KeptOffer<NewEvent> = {
  key: 'desk-new-event',
  empty: EMPTY,
  isKept: (kept): kept is NewEvent => hasMembersOf(EMPTY, kept),
  inOrganization: organizationId => ({ organizationId }),
}

/** The request: only what was typed, so that all else has its default. */
export function requestFor(values: NewEvent) {
  const { organizationId, isOnline, isAnnounced } = values
  const typed = (text: string): string | undefined => (text.trim() === '' ? undefined : text.trim())
  const [title, startDate, endDate] = [typed(values.title), typed(values.startDate), typed(values.endDate)]
  const address = typed(values.address)
  const ticketsUrl = typed(values.ticketsUrl)
  return {
    organizationId,
    ...(title !== undefined && { title }),
    ...(startDate !== undefined && { startDate }),
    ...(endDate !== undefined && { endDate }),
    format: isOnline ? ('ONLINE' as const) : ('IN_PERSON' as const),
    ...(!isOnline && address !== undefined && { location: { fullAddress: address } }),
    ...(isAnnounced ? ticketsUrl !== undefined && { facts: { ticketsUrl } } : { tickets: ticketsFor(values) }),
  }
}

function ticketsFor({ category, price, seats }: NewEvent) {
  const max = numberIn(seats)
  const cost = numberIn(price)
  return {
    ...(max !== undefined && { max }),
    ...(cost === 0 && { freeOfCharge: true }),
    categories: [
      {
        ...(category.trim() !== '' && { name: category.trim() }),
        ...(cost !== undefined && { price: cost }),
        ...(max !== undefined && { maxTickets: max }),
      },
    ],
  }
}
