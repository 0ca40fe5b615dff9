import type { DrawerSum } from '#contract/desk-books.ts'
import { differenceOf } from '#domain/door/box-office/cash.ts'
import { type Minor, sum } from '#domain/foundation/money/money.ts'
import { decimals } from '../money-days.ts'
import type { BookedDrawer } from './books-store.ts'

/** More than was expected is above nothing; null: the drawer is not counted yet. */
export const foundDifference = (drawer: BookedDrawer): Minor | null =>
  drawer.counted === null ? null : differenceOf(drawer, drawer.counted)

/** Drawers by currency, with the sum of their differences. */
export function drawerSums(drawers: readonly BookedDrawer[]): DrawerSum[] {
  return [...Map.groupBy(drawers, ({ currency }) => currency)]
    .sort(([one], [other]) => one.localeCompare(other, 'en'))
    .map(([currency, all]) => {
      const differences = all.flatMap(drawer => foundDifference(drawer) ?? [])
      return {
        currency,
        counted: differences.length,
        open: all.length - differences.length,
        difference: decimals(currency)(sum(differences)),
      }
    })
}
