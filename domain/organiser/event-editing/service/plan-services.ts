import { inLanguage } from '#domain/foundation/language/texts.ts'
import { type Outcome, acceptedUnless } from '#domain/foundation/outcome.ts'
import { findings } from '../event-problem.ts'
import type { ServiceDraft } from './service-draft.ts'

/** A stored extra and what has become of its units. */
export type StoredService = Pick<ServiceDraft, 'type' | 'charge'> & {
  readonly id: number
  /** Units that buyers have or hold. */
  readonly taken: number
  /** Units that wait for a buyer; an extra of any number has none. */
  readonly free: number
}

/** An extra to store, and the units to add to or take from what it has. */
export type ServiceChange = { readonly service: ServiceDraft; readonly added: number; readonly removed: number }

export type ServicePlan = {
  readonly changes: readonly ServiceChange[]
  /** Not for sale any more; a buyer who has one keeps it. */
  readonly ended: readonly number[]
  readonly deleted: readonly number[]
}

/**
 * Decides how the extras of an event change: a limited one owns one unit for each there is, so it can't have fewer than
 * are taken; what has been bought keeps its kind, and is ended where it is missing.
 */
export function planServices(
  stored: readonly StoredService[],
  services: readonly ServiceDraft[],
  firstLanguage: string,
): Outcome<ServicePlan> {
  const { problems, refuse } = findings()
  const changes = services.map(service => {
    const before = stored.find(({ id }) => id === service.id)
    const { taken, free } = before ?? { taken: 0, free: 0 }
    const name = inLanguage(service.title, firstLanguage)
    if (before && taken > 0 && !isSameKind(before, service)) refuse('service-bought', 'additionalServices', name)
    const wanted = service.stock === null ? 0 : service.stock - taken - free
    if (service.stock !== null && service.stock < taken) {
      refuse('service-units-sold', 'additionalServices', name, taken)
    }
    const removed = service.stock === null ? free : Math.max(0, -wanted)
    return { service, added: Math.max(0, wanted), removed }
  })
  const missing = stored.filter(({ id }) => !services.some(service => service.id === id))
  return acceptedUnless(problems, {
    changes,
    ended: missing.filter(({ taken }) => taken > 0).map(({ id }) => id),
    deleted: missing.filter(({ taken }) => taken === 0).map(({ id }) => id),
  })
}

const isSameKind = (one: Pick<ServiceDraft, 'type' | 'charge'>, other: Pick<ServiceDraft, 'type' | 'charge'>) =>
  one.type === other.type && one.charge.policy === other.charge.policy
