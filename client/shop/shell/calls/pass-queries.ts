import { queryOptions } from '@tanstack/react-query'
import type { OfferSearch } from '#contract/page-need.ts'
import {
  acceptedSubscriptionsPath,
  subscriptionEventsPath,
  subscriptionPath,
  subscriptionsPath,
} from '#contract/paths.ts'
import { valueOf } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'

/** How long what is left of a pass may be shown as it was read. */
const STOCK_CACHE_MS = 5_000

/** Passes on sale, of one organiser or with tags where the search says so. */
export const passesQuery = (search: OfferSearch) =>
  queryOptions({
    queryKey: ['passes', search],
    queryFn: ({ signal }) => valueOf(server().call('GET', subscriptionsPath, { query: { ...search }, signal })),
    staleTime: 60_000,
  })

/** One pass with what is left of it: read again whenever the visitor comes back to the page. */
export const passQuery = (id: string) =>
  queryOptions({
    queryKey: ['pass', id],
    queryFn: ({ signal }) => valueOf(server().call('GET', subscriptionPath, { params: { id }, signal })),
    staleTime: STOCK_CACHE_MS,
    refetchOnWindowFocus: true,
  })

/** The events that take a pass. */
export const eventsOfPassQuery = (id: string) =>
  queryOptions({
    queryKey: ['events-of-pass', id],
    queryFn: ({ signal }) => valueOf(server().call('GET', subscriptionEventsPath, { params: { id }, signal })),
    staleTime: 60_000,
  })

/** The passes that an event takes, as far as they can be bought. */
export const acceptedPassesQuery = (shortName: string) =>
  queryOptions({
    queryKey: ['accepted-passes', shortName],
    queryFn: ({ signal }) =>
      valueOf(server().call('GET', acceptedSubscriptionsPath, { params: { shortName }, signal })),
    staleTime: 60_000,
  })
