import { applyCode, removeCode } from '#contract/pass-use.ts'
import { reserveSubscription } from '#contract/subscription.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { codesOf } from '../support/buyer/purchase.ts'
import { type Fixture, one, count } from './people.ts'

/** What people do with passes in a simulated sale; filling in, paying and cancelling are as with tickets. */

export async function reserveAPass(fixture: Fixture): Promise<void> {
  const id = one(fixture, fixture.passes) ?? ''
  const answer = await aBuyer(fixture.url).ask(reserveSubscription, { params: { id } })
  count(fixture, 'reserve a pass', answer.status === 200 ? ['held'] : codesOf(answer))
  if (answer.status === 200) fixture.open.add((answer.value as { value: string }).value)
}

/** Any pass, whether it is good or not, at any order. */
export async function payWithAPass(fixture: Fixture): Promise<void> {
  const reservationId = one(fixture, [...fixture.open])
  const all = await fixture.db.kysely.selectFrom('bought_pass').select(['id', 'status']).orderBy('id').execute()
  const good = all.filter(({ status }) => status === 'ACQUIRED')
  const code = one(fixture, fixture.random() < 0.8 ? good : all)?.id
  if (reservationId === undefined || code === undefined) return
  const body = { code, type: 'SUBSCRIPTION' } as const
  const answer = await aBuyer(fixture.url).ask(applyCode, { params: { reservationId }, body })
  const isApplied = answer.status === 200 && (answer.value as { value: boolean }).value
  // An order that is gone has no answer to read.
  const codes = answer.status === 404 ? [] : codesOf(answer)
  count(fixture, 'use a pass', isApplied ? ['applied'] : [String(answer.status), ...codes])
}

/** Mostly where there is one. */
export async function takeAPassOff(fixture: Fixture): Promise<void> {
  const covered = await fixture.db.kysely
    .selectFrom('ticket')
    .select('reservation_id')
    .distinct()
    .where('bought_pass_id', 'is not', null)
    .orderBy('reservation_id')
    .execute()
  const ids = fixture.random() < 0.8 ? covered.flatMap(({ reservation_id: id }) => id ?? []) : [...fixture.open]
  const reservationId = one(fixture, ids)
  if (reservationId === undefined) return
  const query = { type: 'SUBSCRIPTION' } as const
  const answer = await aBuyer(fixture.url).ask(removeCode, { params: { reservationId }, query })
  count(fixture, 'take a pass off', [String(answer.value)])
}
