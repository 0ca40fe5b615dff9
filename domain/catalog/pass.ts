import type { CommonContext } from './common-context.ts'

/** What is bought once and used for many events; the wire calls it a subscription. */
export type Pass = CommonContext & {
  readonly kind: 'subscription'
  /** A UUID, which its addresses and its clients know it by. */
  readonly publicId: string
}
