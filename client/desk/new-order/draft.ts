import type { NewOrderOffer } from '#contract/desk-new-order.ts'
import type { ChosenExtras, TypedAnswers } from '#client/frame/sale/sale-extras.ts'
import type { Problems } from '#client/frame/forms/sent-form.tsx'
import type { NewOrderWay } from './ways.ts'

/** What is typed. */
export type Draft = {
  readonly way: NewOrderWay
  /** Number of tickets by category, as typed. */
  readonly counts: Readonly<Record<string, string>>
  readonly extras: ChosenExtras
  readonly answers: TypedAnswers
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly language: string
  readonly code: string
  readonly until: string
  readonly note: string
  readonly isMailed: boolean
  /** The id of the block whose seats the tickets take; empty: of those on sale. */
  readonly block: string
}

export type FieldsProps = {
  readonly offer: NewOrderOffer
  readonly draft: Draft
  readonly problems: Problems | undefined
  readonly change: (part: Partial<Draft>) => void
  /** What the code that was typed lowers. */
  readonly discounts: NewOrderOffer['discounts']
  /** Reads that anew. */
  readonly applyCode: () => void
}
