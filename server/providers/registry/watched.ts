import type { PaymentProxy } from '#domain/catalog/payment-method/payment-method.ts'
import type { CallOutcome, CancelOutcome, Online, RefundOutcome } from '#server/providers/port/online.ts'
import type { PaymentProvider } from '#server/providers/port/provider.ts'

/** `refused`: the provider says no. `unknown`: it said nothing that could be used, or nothing at all. */
export type CallEnd = 'good' | 'refused' | 'unknown'

/** What a provider is asked, by the names of the port. */
export type ProviderCall = {
  readonly provider: PaymentProxy
  readonly operation:
    | 'call'
    | 'look'
    | 'capture'
    | 'cancel'
    | 'refund'
    | 'look-at-refund'
    | 'follow'
    | 'list'
    | 'bookings'
    | 'check'
}

/** Called when a request to a provider begins; the function it returns receives how that ended. */
export type WatchCall = (call: ProviderCall) => (end: CallEnd) => void

/** The same provider, with a watcher of what it is asked. */
export function watchedProvider<Settings>(
  provider: PaymentProvider<Settings>,
  watch: WatchCall,
): PaymentProvider<Settings> {
  const { online, proxy } = provider
  return online ? { ...provider, online: watchedOnline(online, watchAs(proxy, watch)) } : provider
}

type Watched = ReturnType<typeof watchAs>

const watchAs =
  (provider: PaymentProxy, watch: WatchCall) =>
  <Question, Answer>(
    operation: ProviderCall['operation'],
    ask: (question: Question) => Promise<Answer>,
    endOf: (answer: Answer) => CallEnd = () => 'good',
  ) =>
  async (question: Question): Promise<Answer> => {
    const ended = watch({ provider, operation })
    try {
      const answer = await ask(question)
      ended(endOf(answer))
      return answer
    } catch (error) {
      ended('unknown')
      throw error
    }
  }

function watchedOnline<Settings>(online: Online<Settings>, watched: Watched): Online<Settings> {
  const { capture, follow, list, bookings, refunds } = online
  return {
    ...online,
    call: watched('call', online.call, endOfCall),
    read: watched('look', online.read, endOfCall),
    cancel: watched('cancel', online.cancel, endOfCancel),
    refunds: {
      ...refunds,
      send: watched('refund', refunds.send, endOfRefund),
      read: watched('look-at-refund', refunds.read, endOfRefund),
    },
    check: watched('check', online.check, problems => (problems.length === 0 ? 'good' : 'refused')),
    ...(capture && { capture: watched('capture', capture, endOfCall) }),
    ...(follow && { follow: watched('follow', follow) }),
    ...(list && { list: watched('list', list) }),
    ...(bookings && { bookings: watched('bookings', bookings) }),
  }
}

const CALL_ENDS = {
  settled: 'good',
  authorized: 'good',
  redirect: 'good',
  'needs-browser': 'good',
  waiting: 'good',
  cancelled: 'good',
  refused: 'refused',
  unreached: 'unknown',
  mismatch: 'unknown',
  unknown: 'unknown',
} as const satisfies Record<CallOutcome['kind'], CallEnd>

const CANCEL_ENDS = {
  cancelled: 'good',
  'not-now': 'refused',
  unknown: 'unknown',
} as const satisfies Record<CancelOutcome['kind'], CallEnd>

const REFUND_ENDS = {
  refunded: 'good',
  pending: 'good',
  refused: 'refused',
  unknown: 'unknown',
} as const satisfies Record<RefundOutcome['kind'], CallEnd>

const endOfCall = ({ kind }: CallOutcome): CallEnd => CALL_ENDS[kind]
const endOfCancel = ({ kind }: CancelOutcome): CallEnd => CANCEL_ENDS[kind]
const endOfRefund = ({ kind }: RefundOutcome): CallEnd => REFUND_ENDS[kind]
