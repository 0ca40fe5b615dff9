import { book, bookLine } from './books.ts'
import { type FakeCharge, type FakeDispute, type World, newId, seconds } from './world.ts'

const DISPUTE_FEE = 1500
const DAYS_TO_ANSWER = 7

/** The buyer's bank takes the money back. */
export function openDispute(world: World, charge: FakeCharge): FakeDispute {
  const { amount, currency, metadata, account, id: chargeId, intentId } = charge
  const created = seconds(world)
  const dispute: FakeDispute = {
    object: 'dispute',
    id: newId('dp'),
    amount,
    currency,
    metadata,
    account,
    chargeId,
    intentId,
    created,
    status: 'needs_response',
    dueBy: created + DAYS_TO_ANSWER * 86_400,
  }
  world.disputes.set(dispute.id, dispute)
  charge.isDisputed = true
  bookLine(world, { type: 'adjustment', amount: -amount, fee: DISPUTE_FEE, source: dispute })
  book(world, 'dispute', dispute, amount)
  world.sendMessage('charge.dispute.created', dispute)
  world.sendMessage('charge.dispute.funds_withdrawn', dispute)
  return dispute
}

/** Moves a dispute to this state, and opens it first if needed; a closed one stays closed. */
export function dispute(world: World, charge: FakeCharge, state: 'open' | 'won' | 'lost'): void {
  const earlier = [...world.disputes.values()].find(({ chargeId }) => chargeId === charge.id)
  const item = earlier ?? openDispute(world, charge)
  if (state === 'open' || item.status === state) return
  if (item.status !== 'needs_response') throw new Error(`${item.id} is ${item.status}`)
  item.status = state
  world.sendMessage('charge.dispute.closed', item)
  if (state === 'lost') return
  bookLine(world, { type: 'adjustment', amount: item.amount, fee: -DISPUTE_FEE, source: item })
  book(world, 'dispute', item, -item.amount)
  world.sendMessage('charge.dispute.funds_reinstated', item)
}
