import type { DeskOrder } from '#contract/desk-order-detail.ts'

/** What each part of the drawer is given: the order, and a way to read it again. */
export type PartProps = { readonly order: DeskOrder; readonly reload: () => Promise<unknown> }
