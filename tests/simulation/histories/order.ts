import { setTimeout } from 'node:timers/promises'
import type { Call } from '#contract/call.ts'
import { type AskOf, type Buyer, type Reply, aBuyer } from '../../support/buyer/buyer.ts'
import { codesOf } from '../../support/buyer/purchase.ts'
import type { Snapshot } from './snapshot.ts'
import type { HistoryShop, Place, Way } from './shop.ts'

/** A payment that was opened, by the name that its provider has for it. */
export type OpenedPayment = { readonly way: Way; readonly reference: string; readonly transactionId: string }

/** An order of a history: what its buyer knows, and what was done that the books can't say. */
export type HistoryOrder = {
  /** Empty as long as nothing is reserved. */
  id: string
  readonly buyer: Buyer
  readonly isOfPass: boolean
  way: Way
  /** The oldest first. */
  opened: readonly OpenedPayment[]
  /** A provider works on a payment. */
  isWorkedOn: boolean
  /** Something left the order without its money going back by the provider. */
  hasLeftWithoutMoney: boolean
  /** Its money was moved in the provider's back office. */
  isMovedByOffice: boolean
  /** Amounts have gone back, and its price is as before. */
  hasAmountsBack: boolean
  /** Its pass was withdrawn from: what was used of it is kept, and stays invoiced. */
  isWithdrawn: boolean
}

/** A way in which something does not add up; `kind` is the same for all that have one cause. */
export type Fault = { readonly kind: string; readonly what: string }

/** A history that is being run. */
export type Run = {
  readonly shop: HistoryShop
  readonly place: Place
  /** Those of the event, then that of the pass. */
  readonly orders: readonly HistoryOrder[]
  readonly snapshot: Snapshot
  readonly faults: Fault[]
  /** What was done and what came of it. */
  readonly log: string[]
  /** Providers that have refused refunds, or let them fail. */
  readonly refusing: Set<string>
  /** A provider was away for a while. */
  hasTrouble: boolean
}

export function newOrder({ url }: HistoryShop, { ways }: Place, isOfPass: boolean): HistoryOrder {
  const [way] = ways
  if (!way) throw new Error('there is no way to pay')
  return {
    id: '',
    buyer: aBuyer(url),
    isOfPass,
    way,
    opened: [],
    isWorkedOn: false,
    hasLeftWithoutMoney: false,
    isMovedByOffice: false,
    hasAmountsBack: false,
    isWithdrawn: false,
  }
}

/** A busy machine makes the shop answer 503 before it has done anything; clients wait a moment and ask again. */
const LONGEST_BUSY = 20
const BUSY_WAIT_MS = 250

/** Asks until the shop is not busy; null, and noted as a fault, for an answer that no shop gives. */
export async function askOf<C extends Call>(
  run: Run,
  by: Buyer,
  call: C,
  ask: AskOf<C>,
  tries = LONGEST_BUSY,
): Promise<Reply | null> {
  const againSoon = async () => {
    await setTimeout(BUSY_WAIT_MS)
    return askOf(run, by, call, ask, tries - 1)
  }
  try {
    const reply = await by.ask(call, ask)
    if (reply.status < 500) return reply
    if (reply.status === 503 && tries > 1) return await againSoon()
    run.faults.push({ kind: `answers ${reply.status}: ${call.operationId}`, what: JSON.stringify(reply.value) })
  } catch (error) {
    const [, status = 'what its contract does not have'] = /answered (\d+)/.exec(String(error)) ?? []
    if (status === '503' && tries > 1) return againSoon()
    run.faults.push({ kind: `answers ${status}: ${call.operationId}`, what: String(error) })
  }
  return null
}

/** Counted through. */
export function nth<Thing>(of: readonly Thing[], index: number): Thing | undefined {
  return of[index % Math.max(1, of.length)]
}

/** What an answer comes to, in a few words. */
export const shortly = (reply: Reply | null): string =>
  reply === null ? 'no answer' : [reply.status, ...codesOf(reply)].join(' ')
