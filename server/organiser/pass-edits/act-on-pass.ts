import type { DeskPass, PASS_ACTIONS, PassPlan } from '#contract/desk-pass.ts'
import { type Outcome, accepted, acceptedUnless } from '#domain/foundation/outcome.ts'
import { type Problem, problem } from '#domain/foundation/problem.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import type { PassDraft } from '#domain/organiser/pass-editing/pass-draft.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Actor } from '#server/foundation/audit/change-log.ts'
import { presentRefusals, reasonOf } from '#server/organiser/event-desk/answer.ts'
import type { PassOwner } from '#server/organiser/pass-editing/find-pass.ts'
import { type StatedPass, loadStatedPass } from '#server/organiser/pass-editing/load-stated-pass.ts'
import { salesOf } from '#server/organiser/pass-editing/pass-sales.ts'
import { type StoredCheck, deactivatePass, updatePass } from '#server/organiser/pass-editing/save-pass.ts'
import { paymentOfPass } from './pass-facts.ts'

export type PassAction = (typeof PASS_ACTIONS)[number]

type Step = { readonly action: PassAction; readonly language: string }

/** What will happen when a pass is published, unpublished or taken off sale; nothing is stored. */
export async function planPass(shop: Shop, pass: PassOwner, { action, language }: Step): Promise<PassPlan> {
  const { problems, notes } = await judge(shop, pass, { action, language })
  return {
    action,
    isAllowed: problems.length === 0,
    refusals: presentRefusals(shop, language, problems),
    notes: notes.map(note => reasonOf(shop, language, note)),
  }
}

/** Does it; refused as the plan says. Where the pass is so already, nothing happens. */
export async function actOnPass(
  shop: Shop,
  pass: PassOwner,
  { by, ...step }: Step & { readonly by: Actor },
): Promise<Outcome<{ readonly status: DeskPass['status']; readonly version: number }>> {
  const { stated, problems } = await judge(shop, pass, step)
  if (stated.draft.status !== RESULT[step.action]) {
    const decision = acceptedUnless(problems, true)
    if (!decision.ok) return decision
    const done = await change(shop, pass, { action: step.action, by })
    if (!done.ok) return done
    shop.catalog.offerChanged(pass)
  }
  const { draft, version } = await loadStatedPass(shop.db, pass.id)
  return accepted({ status: draft.status, version })
}

const RESULT: Readonly<Record<PassAction, DeskPass['status']>> = {
  publish: 'PUBLIC',
  unpublish: 'DRAFT',
  disable: 'DISABLED',
}

type Doing = { readonly action: PassAction; readonly by: Actor }

async function change(shop: Shop, pass: PassOwner, { action, by }: Doing): Promise<Outcome<unknown>> {
  if (action === 'disable') return accepted(await deactivatePass(shop, pass, by))
  return updatePass(shop, { pass, request: { isPublic: action === 'publish' }, image: null, by })
}

type Judged = {
  readonly stated: StatedPass
  readonly problems: readonly Problem[]
  /** No obstacles. */
  readonly notes: readonly Problem[]
}

/** Publishing is refused where the pass can't be bought: its sale is over, or none of its ways to pay works. */
async function judge(shop: Shop, pass: PassOwner, { action, language }: Step): Promise<Judged> {
  const stated = await loadStatedPass(shop.db, pass.id)
  if (stated.draft.status === RESULT[action]) return { stated, problems: [], notes: [] }
  if (action !== 'publish') {
    const { taken } = await salesOf(shop.db, pass.id)
    const notes = taken > 0 ? [problem('foyer.desk.pass.plan.passes-stay', { args: [String(taken)] })] : []
    return { stated, problems: [], notes }
  }
  const payment = await paymentOfPass(shop, shop.db, { id: pass.id, language })
  const notes = [
    ...(stated.links.length === 0 ? [problem('foyer.desk.pass.plan.no-events')] : []),
    ...(isUnpayable(payment)
      ? []
      : payment.reasons.map(each => problem('foyer.desk.event.plan.partly', { args: [each] }))),
  ]
  return { stated, problems: obstacles(stated.draft, payment, shop.clock.now()), notes }
}

type Payment = Awaited<ReturnType<typeof paymentOfPass>>

const isUnpayable = ({ isNeeded, ways }: Payment): boolean => isNeeded && ways.every(({ works }) => !works)

/** Why a pass is not published. */
function obstacles({ onSale }: Pick<PassDraft, 'onSale'>, payment: Payment, now: Instant): Problem[] {
  const isOver = onSale.end !== null && onSale.end <= now
  const [reason = ''] = payment.ways.flatMap(way => way.reason ?? [])
  return [
    ...(isOver ? [problem('foyer.desk.pass.refused.sale-over', { field: 'onSaleTo' })] : []),
    ...(isUnpayable(payment)
      ? [problem('foyer.desk.event.refused.nothing-works', { field: 'paymentMethods', args: [reason] })]
      : []),
  ]
}

/** What is checked of a pass that a create or an edit makes public: what its publication by an action is refused for. */
export function publicationCheck(
  shop: Pick<Shop, 'providers' | 'texts' | 'clock'>,
  { language }: Pick<Step, 'language'>,
): StoredCheck {
  return async (tx, { id, before, draft }) =>
    draft.status === 'PUBLIC' && before?.status !== 'PUBLIC'
      ? obstacles(draft, await paymentOfPass(shop, tx, { id, language }), shop.clock.now())
      : []
}
