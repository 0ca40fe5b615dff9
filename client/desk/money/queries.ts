import type { PaymentProxy } from '#domain/catalog/payment-method/payment-method.ts'
import {
  deskAttentionPath,
  deskBooksTotalsPath,
  deskMoneyDaysPath,
  deskMoneyMovementsPath,
  deskMoneyOffersPath,
} from '#contract/paths.ts'
import { valueOf } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { queryOptions } from '#client/frame/calls/use-query.tsx'

/** Everything about the money of an organisation is read again when some of it has changed. */
export const MONEY_KEY = ['desk', 'money'] as const

/** Left out for a member who manages the orders of single events alone. */
export type Whose = { readonly organizationId: number | undefined }

export const attentionQuery = ({ organizationId }: Whose) =>
  queryOptions({
    queryKey: [...MONEY_KEY, 'attention', organizationId ?? ''],
    queryFn: ({ signal }) => valueOf(server().call('GET', deskAttentionPath, { query: { organizationId }, signal })),
    staleTime: 0,
  })

export const offersQuery = ({ organizationId }: Whose) =>
  queryOptions({
    queryKey: [...MONEY_KEY, 'offers', organizationId ?? ''],
    queryFn: ({ signal }) => valueOf(server().call('GET', deskMoneyOffersPath, { query: { organizationId }, signal })),
    staleTime: 30_000,
  })

type Days = Whose & { readonly from: string; readonly to: string; readonly eventId: number | undefined }

export const daysQuery = (query: Days) =>
  queryOptions({
    queryKey: [...MONEY_KEY, 'days', JSON.stringify(query)],
    queryFn: ({ signal }) => valueOf(server().call('GET', deskMoneyDaysPath, { query, signal })),
    staleTime: 0,
  })

type OfDay = Whose & {
  readonly day: string
  readonly method: PaymentProxy | undefined
  readonly currency: string | undefined
  readonly eventId: number | undefined
  readonly cursor: string | undefined
}

export const movementsQuery = (query: OfDay) =>
  queryOptions({
    queryKey: [...MONEY_KEY, 'movements', JSON.stringify(query)],
    queryFn: ({ signal }) => valueOf(server().call('GET', deskMoneyMovementsPath, { query, signal })),
    staleTime: 0,
  })

/** Of a month of an organisation, or of an event. */
export type BooksQuery = { readonly month: string; readonly organizationId: number } | { readonly eventId: number }

export const booksQuery = (query: BooksQuery) =>
  queryOptions({
    queryKey: [...MONEY_KEY, 'books', JSON.stringify(query)],
    queryFn: ({ signal }) => valueOf(server().call('GET', deskBooksTotalsPath, { query, signal })),
    staleTime: 0,
  })
