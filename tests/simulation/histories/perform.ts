import { days, minutes } from '#domain/foundation/instant.ts'
import { erasePersonalData } from '#server/order/retention/erase-personal-data.ts'
import type { Act, CommonAct, MessageAct, OrderAct, OrganiserAct } from './act.ts'
import * as buyer from './buyer-acts.ts'
import * as office from './office-acts.ts'
import type { HistoryOrder, Run } from './order.ts'
import { PASS_ORDER } from './plan.ts'

/** Does what was planned, and returns what came of it. `inspect`: reads what is stored, within a long act. */
export function perform(run: Run, act: Act, inspect: () => Promise<void>): Promise<string> {
  if (!('order' in act)) return ofAll(run, act)
  const order = run.orders[act.order]
  return order ? ofOrder(run, order, act, inspect) : Promise.resolve('there is no such order')
}

function ofOrder(run: Run, order: HistoryOrder, act: OrderAct, inspect: () => Promise<void>): Promise<string> {
  switch (act.kind) {
    case 'reserve':
      return buyer.reserve(run, order, act)
    case 'buy pass':
      return buyer.buyPass(run, order)
    case 'fill in':
      return buyer.fillIn(run, order, act.isInvoice)
    case 'pay':
      return buyer.pay(run, order, act.way)
    case 'other way':
      return buyer.otherWay(run, order, act.way)
    case 'page':
      return buyer.onPage(run, order, act)
    case 'keep paying':
      return buyer.keepPaying(run, order, act, inspect)
    case 'come back':
      return buyer.comeBack(run, order)
    case 'press pay':
      return order.opened.length === 0 ? Promise.resolve('no payment is open') : buyer.pressPay(run, order)
    case 'force check':
      return buyer.forceACheck(run, order)
    case 'use pass':
      return buyer.takePass(run, order, run.orders[PASS_ORDER])
    case 'withdraw':
      return buyer.withdraw(run, order)
    case 'pass on':
      return buyer.passOn(run, order, act.ticket)
    case 'release':
      return buyer.release(run, order, act.ticket)
    case 'back to booking':
    case 'more time':
    case 'give up':
    case 'take pass off':
      return buyer.ofOrder(run, order, act.kind)
    default:
      return byOrganiser(run, order, act)
  }
}

type ByOrganiser = Extract<OrderAct, { kind: OrganiserAct }>

function byOrganiser(run: Run, order: HistoryOrder, act: ByOrganiser): Promise<string> {
  switch (act.kind) {
    case 'office':
      return office.atProvider(order, act)
    case 'refund ticket':
      return office.refundTicket(run, order, act)
    case 'refund order':
      return office.refund(run, order, { what: 'ORDER', money: act.isMoneyReturned })
    case 'refund amount':
      return office.refund(run, order, {
        what: 'AMOUNT',
        amount: (act.cents / 100).toFixed(2),
        requestId: crypto.randomUUID(),
      })
    case 'refund what was not taken':
      return office.refund(run, order, { what: 'NOT_TAKEN' })
    case 'take out':
      return office.takeOut(run, order, act.ticket)
    case 'check in':
    case 'undo check-in':
      return office.atDoor(run, order, act.ticket, act.kind === 'check in')
    case 'confirm':
      return office.confirm(run, order)
    case 'credit':
      return office.credit(run, order)
    default:
      return Promise.resolve(act satisfies never)
  }
}

/** Longer than an event is away, and than its people are kept. */
const UNTIL_ERASED_MS = days(95)

async function ofAll(run: Run, act: CommonAct): Promise<string> {
  const { shop } = run
  switch (act.kind) {
    case 'provider is':
      run.hasTrouble = true
      for (const fake of shop.fakes) fake.misbehave(act.mood, { count: act.calls })
      return 'done'
    case 'refunds go':
      for (const fake of shop.fakes) {
        fake.office.refundsGo(act.how)
        if (act.how === 'refused' || act.how === 'fail-later') run.refusing.add(fake.proxy)
      }
      return 'done'
    case 'messages':
      return ofMessages(run, act.act)
    case 'clock':
      shop.pass(minutes(act.minutes))
      await shop.runJobs()
      return 'done'
    case 'run jobs':
      await shop.runJobs()
      return 'done'
    case 'erase':
      shop.pass(UNTIL_ERASED_MS)
      await shop.runJobs()
      return `${JSON.stringify(await erasePersonalData(shop.shop))} erased`
    default:
      return act satisfies never
  }
}

async function ofMessages({ shop }: Run, act: MessageAct): Promise<string> {
  const statuses: number[] = []
  for (const { messages } of shop.fakes) {
    if (act === 'drop') messages.drop()
    else if (act === 'redeliver') statuses.push(...(await messages.redeliver()))
    else statuses.push(...(await messages.deliver(act)))
  }
  return [...new Set(statuses)].join(', ')
}
