import type { SubscriptionDescriptor } from '#contract/organiser-subscription.ts'
import { displayName } from '#domain/catalog/catalog/common-context.ts'
import type { Pass } from '#domain/catalog/catalog/pass.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { NO_CURRENCY } from '#domain/foundation/money/currency.ts'
import { printed, printedTotal } from '#domain/foundation/money/money.ts'
import { printedPercentage } from '#domain/foundation/money/percentage.ts'
import { presentLanguages } from '#server/catalog/browse/present.ts'
import { loadPass, loadPassesOf } from '#server/catalog/catalog/passes.ts'
import type { Shop } from '#server/catalog/context.ts'
import { isoMoment } from '#server/foundation/base/time.ts'
import { type Queryable, statement } from '#server/foundation/database/database.ts'
import { sqlPassHas } from '#server/foundation/database/status-sql.ts'

const ANY_NUMBER = -1

/** The passes of an organisation with what has become of them, the latest sale first. */
export async function describePasses(
  { db }: Pick<Shop, 'db'>,
  organizationId: number,
): Promise<SubscriptionDescriptor[]> {
  const passes = await loadPassesOf(db, organizationId)
  const figures = await loadFigures(
    db,
    passes.map(({ id }) => id),
  )
  return passes.map(pass => describe(pass, figures))
}

/** One pass; undefined when there is none of this id. */
export async function describePass({ db }: Pick<Shop, 'db'>, id: number): Promise<SubscriptionDescriptor | undefined> {
  const pass = await loadPass(db, id)
  return pass && describe(pass, await loadFigures(db, [id]))
}

function describe(pass: Pass, all: readonly PassFigures[]): SubscriptionDescriptor {
  const figures = all.find(({ passId }) => passId === pass.id)
  if (!figures) throw new Error(`pass ${pass.id} has no figures`)
  return {
    descriptor: descriptorOf(pass, figures),
    soldCount: figures.sold,
    pendingCount: figures.pending,
    availableCount: pass.maxAvailable && Math.max(0, pass.maxAvailable - figures.sold - figures.pending),
    reservationsCount: figures.ordersUsing,
    linkedEventsCount: figures.linkedEvents,
    unitPrice: Number(printed(pass.price, pass.currency ?? NO_CURRENCY)),
    cancelledCount: figures.cancelled,
    usageCount: figures.used,
  }
}

function descriptorOf(pass: Pass, { createdAt }: PassFigures): SubscriptionDescriptor['descriptor'] {
  const { withdrawal } = pass
  const zoned = (moment: Instant) => isoMoment(moment, pass.timeZone)
  return {
    id: pass.publicId,
    title: { ...pass.title },
    description: { ...pass.description },
    maxAvailable: pass.maxAvailable ?? ANY_NUMBER,
    creation: zoned(createdAt),
    onSaleFrom: zoned(pass.onSale.start),
    onSaleTo: pass.onSale.end && zoned(pass.onSale.end),
    price: Number(pass.price),
    vat: Number(printedPercentage(pass.tax.percentage, 2)),
    vatStatus: pass.tax.status,
    currency: pass.currency ?? NO_CURRENCY,
    organizationId: pass.organization.id,
    maxEntries: pass.usage.maxEntries ?? ANY_NUMBER,
    ...validityOf(pass, zoned),
    usageType: pass.usage.kind,
    termsAndConditionsUrl: pass.termsUrl,
    privacyPolicyUrl: pass.privacyUrl,
    fileBlobId: pass.fileDigest,
    paymentProxies: [...pass.paymentProxies],
    timeZone: pass.timeZone,
    supportsTicketsGeneration: pass.generatesTickets,
    public: pass.status === 'PUBLIC',
    publicIdentifier: pass.publicId,
    contentLanguages: presentLanguages(pass.languages),
    formattedPrice: printedTotal(pass.price, pass.currency ?? NO_CURRENCY),
    titleAsText: displayName(pass),
    status: pass.status,
    transferable: pass.isTransferable,
    withdrawal: {
      days: withdrawal.kind === 'possible' ? withdrawal.days : null,
      reason: withdrawal.kind === 'none' ? { ...withdrawal.reason } : {},
    },
  }
}

function validityOf({ validity }: Pass, zoned: (moment: Instant) => string) {
  const [unit, units] = validity.kind === 'STANDARD' ? [validity.unit, validity.units] : [null, null]
  const [from, to] = validity.kind === 'CUSTOM' ? [validity.from, validity.to] : [null, null]
  return {
    validityType: validity.kind,
    validityTimeUnit: unit,
    validityUnits: units,
    validityFrom: from && zoned(from),
    validityTo: to && zoned(to),
  }
}

/** What has become of a pass. */
export type PassFigures = {
  readonly passId: number
  readonly sold: number
  readonly pending: number
  readonly cancelled: number
  /** Tickets that its bought passes pay for. */
  readonly used: number
  /** Orders of those tickets. */
  readonly ordersUsing: number
  readonly linkedEvents: number
  readonly createdAt: Instant
}

const FIGURES = statement<PassFigures>(
  'organiser-pass-figures',
  `select pass.id as "passId",
     (select count(*)::int from bought_pass where pass_id = pass.id and ${sqlPassHas('isAcquired')}) as sold,
     (select count(*)::int from bought_pass where pass_id = pass.id and ${sqlPassHas('isHeld')}) as pending,
     (select count(*)::int from bought_pass where pass_id = pass.id and ${sqlPassHas('hasEnded')}) as cancelled,
     (select count(*)::int from ticket join bought_pass on bought_pass.id = ticket.bought_pass_id
       where bought_pass.pass_id = pass.id) as used,
     (select count(distinct ticket.reservation_id)::int from ticket
       join bought_pass on bought_pass.id = ticket.bought_pass_id where bought_pass.pass_id = pass.id) as "ordersUsing",
     (select count(*)::int from event_pass where pass_id = pass.id) as "linkedEvents", context.created_at as "createdAt"
   from pass join purchase_context as context on context.id = pass.id where pass.id = any ($1::int[])`,
)

export const loadFigures = (db: Queryable, passIds: readonly number[]): Promise<PassFigures[]> =>
  db.query(FIGURES, [passIds])
