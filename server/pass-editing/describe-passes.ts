import type { SubscriptionDescriptor } from '#contract/organiser-subscription.ts'
import type { Pass } from '#domain/catalog/pass.ts'
import type { Instant } from '#domain/instant.ts'
import { NO_CURRENCY } from '#domain/money/currency.ts'
import { printed } from '#domain/money/money.ts'
import { printedPercentage } from '#domain/money/percentage.ts'
import { localDateTime } from '#server/base/wall-clock.ts'
import { loadPass, loadPassesOf } from '#server/catalog/passes.ts'
import type { Shop } from '#server/context.ts'
import { type PassFigures, loadFigures } from './figures-store.ts'

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
  const { validity, withdrawal } = pass
  const figures = all.find(({ passId }) => passId === pass.id)
  if (!figures) throw new Error(`pass ${pass.id} has no figures`)
  const local = (moment: Instant | null) => moment && localDateTime(moment, pass.timeZone)
  return {
    id: pass.publicId,
    title: { ...pass.title },
    description: { ...pass.description },
    status: pass.status,
    isPublic: pass.status === 'PUBLIC',
    usageType: pass.usage.kind,
    validityType: validity.kind,
    validityTimeUnit: validity.kind === 'STANDARD' ? validity.unit : null,
    validityUnits: validity.kind === 'STANDARD' ? validity.units : null,
    validityFrom: validity.kind === 'CUSTOM' ? local(validity.from) : null,
    validityTo: validity.kind === 'CUSTOM' ? local(validity.to) : null,
    maxEntries: pass.usage.maxEntries ?? ANY_NUMBER,
    maxAvailable: pass.maxAvailable ?? ANY_NUMBER,
    onSaleFrom: localDateTime(pass.onSale.start, pass.timeZone),
    onSaleTo: local(pass.onSale.end),
    price: printed(pass.price, pass.currency ?? NO_CURRENCY),
    currencyCode: pass.currency ?? NO_CURRENCY,
    taxPolicy: pass.tax.status,
    taxPercentage: printedPercentage(pass.tax.percentage, 2),
    timezone: pass.timeZone,
    paymentMethods: [...pass.paymentProxies],
    termsAndConditionsUrl: pass.termsUrl,
    privacyPolicyUrl: pass.privacyUrl,
    fileBlobId: pass.fileDigest,
    supportsTicketsGeneration: pass.generatesTickets,
    transferable: pass.isTransferable,
    withdrawal: {
      days: withdrawal.kind === 'possible' ? withdrawal.days : null,
      reason: withdrawal.kind === 'none' ? { ...withdrawal.reason } : {},
    },
    statistics: {
      soldCount: figures.sold,
      pendingCount: figures.pending,
      cancelledCount: figures.cancelled,
      availableCount: pass.maxAvailable && Math.max(0, pass.maxAvailable - figures.sold - figures.pending),
      usageCount: figures.used,
      linkedEventsCount: figures.linkedEvents,
    },
  }
}
