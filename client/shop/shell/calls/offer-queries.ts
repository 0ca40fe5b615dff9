import { queryOptions } from '#client/frame/calls/use-query.tsx'
import type { EventSearch, ListPart, OfferSearch } from '#contract/page-need.ts'
import { EVENT_CACHE_MS } from '#contract/limits.ts'
import {
  acceptedSubscriptionsPath,
  codeOfferPath,
  eventChoicesPath,
  eventPath,
  listedEventsPath,
  subscriptionEventsPath,
  subscriptionPath,
  subscriptionsPath,
  ticketCategoriesPath,
} from '#contract/paths.ts'
import { valueOf } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'

/**
 * How long stock may be shown as it was read, of tickets and of passes, and how often that of tickets is read again while
 * the page is in sight.
 */
const STOCK_CACHE_MS = 5_000
const STOCK_REFRESH_MS = 30_000

/** A part of the list of events, each with the price and the state of its sale. */
export const eventsQuery = (search: EventSearch, part: ListPart) =>
  queryOptions({
    queryKey: ['events', search, part],
    queryFn: ({ signal }) => valueOf(server().call('GET', listedEventsPath, { query: { ...search, ...part }, signal })),
    staleTime: 60_000,
  })

/** What the list of events can be narrowed to; of one organiser where its slug is given. */
export const eventChoicesQuery = (organizerSlug: string | undefined) =>
  queryOptions({
    queryKey: ['event-choices', organizerSlug ?? null],
    queryFn: ({ signal }) => valueOf(server().call('GET', eventChoicesPath, { query: { organizerSlug }, signal })),
    staleTime: 60_000,
  })

export const eventQuery = (shortName: string) =>
  queryOptions({
    queryKey: ['event', shortName],
    queryFn: ({ signal }) => valueOf(server().call('GET', eventPath, { params: { shortName }, signal })),
    staleTime: EVENT_CACHE_MS,
  })

/**
 * What can be bought now, with the code where there is one: read again whenever the visitor comes back to the page, and
 * from time to time while it is in sight. What an open order holds that is to be replaced counts as free.
 */
export const ticketCategoriesQuery = (shortName: string, code?: string, replaces?: string) =>
  queryOptions({
    queryKey: ['ticket-categories', shortName, ...((code ?? replaces) ? [code ?? '', replaces ?? ''] : [])],
    queryFn: ({ signal }) =>
      valueOf(server().call('GET', ticketCategoriesPath, { params: { shortName }, query: { code, replaces }, signal })),
    staleTime: STOCK_CACHE_MS,
    refetchOnWindowFocus: true,
    refetchInterval: STOCK_REFRESH_MS,
  })

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

/** What a link with a code opens; read again when its visitor comes back to the page. */
export const codeOfferQuery = (shortName: string, code: string) =>
  queryOptions({
    queryKey: ['code-offer', shortName, code],
    queryFn: ({ signal }) => valueOf(server().call('GET', codeOfferPath, { params: { shortName, code }, signal })),
    staleTime: 5_000,
    refetchOnWindowFocus: true,
  })
