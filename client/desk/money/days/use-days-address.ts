import { PAYMENT_PROXIES, type PaymentProxy } from '#domain/catalog/payment-method/payment-method.ts'
import { useLocation, useNavigate } from '#client/routing/router.tsx'

export type OpenedDay = { readonly day: string; readonly method: PaymentProxy; readonly currency: string }

export type DaysAddress = {
  readonly from: string
  readonly to: string
  readonly eventId: number | undefined
  readonly opened: OpenedDay | null
  readonly choose: (chosen: Readonly<Record<'from' | 'to' | 'event', string>>) => void
  readonly open: (day: OpenedDay | null) => void
  readonly hrefOf: (day: OpenedDay) => string
}

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** A first day and a last one that is not before it; whether they are days of the calendar the server says. */
export const isPeriod = (from: string, to: string): boolean => DAY.test(from) && DAY.test(to) && from <= to

/** Which days are shown and which one is open, by the address; the days of this month where it says nothing. */
export function useDaysAddress(): DaysAddress {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const address = new URLSearchParams(search)
  const today = todayHere()
  const eventId = Number(address.get('event'))
  const at = (changes: Readonly<Record<string, string | null>>) => {
    const next = new URLSearchParams(search)
    for (const [name, value] of Object.entries(changes)) {
      if (value === null || value === '') next.delete(name)
      else next.set(name, value)
    }
    return { pathname, search: next.toString() }
  }
  const openedAt = (day: OpenedDay | null) =>
    at({ day: day?.day ?? null, method: day?.method ?? null, currency: day?.currency ?? null })
  return {
    from: dayIn(address, 'from') ?? `${today.slice(0, 8)}01`,
    to: dayIn(address, 'to') ?? today,
    eventId: Number.isInteger(eventId) && eventId > 0 ? eventId : undefined,
    opened: openedIn(address),
    choose: chosen => navigate(at({ ...chosen, day: null, method: null, currency: null })),
    open: day => navigate(openedAt(day), { replace: true }),
    hrefOf: day => `${pathname}?${openedAt(day).search}`,
  }
}

const dayIn = (address: URLSearchParams, name: string): string | undefined => {
  const day = address.get(name)
  return day !== null && DAY.test(day) ? day : undefined
}

function openedIn(address: URLSearchParams): OpenedDay | null {
  const day = dayIn(address, 'day')
  const method = PAYMENT_PROXIES.find(one => one === address.get('method'))
  const currency = address.get('currency')
  if (day === undefined || method === undefined || currency === null || !/^[A-Z]{3}$/.test(currency)) return null
  return { day, method, currency }
}

/** By the clock of this computer. */
function todayHere(): string {
  const now = new Date()
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}
