import type { AdditionalService } from '#contract/event.ts'
import type { OpenReservation } from '#contract/own.ts'
import { isAutomatic } from '../extras/extra-state.ts'
import type { Choice } from '../selection.ts'

/** Is this choice what the visitor holds already? */
export function isHeldAlready(
  { tickets, extras }: Choice,
  code: string | undefined,
  held: OpenReservation,
  offered: readonly AdditionalService[],
): boolean {
  const automatic = new Set(offered.filter(isAutomatic).map(({ id }) => id))
  const chosen = [
    ...tickets.map(({ category, count }) => `ticket ${category.id} ${count}`),
    ...extras.map(({ extra, quantity, amount }) => lineOf(extra.id, quantity, amount)),
  ]
  const known = [
    ...held.tickets.map(({ categoryId, quantity }) => `ticket ${categoryId} ${quantity}`),
    ...held.extras
      .filter(({ serviceId }) => !automatic.has(serviceId))
      .map(({ serviceId, quantity, amount }) => lineOf(serviceId, quantity, amount)),
  ]
  return (code ?? null) === held.code && chosen.length === known.length && chosen.every(line => known.includes(line))
}

const lineOf = (extra: number, quantity: number, amount: string | null): string =>
  `extra ${extra} ${quantity} ${amount === null ? '' : Number(amount)}`
