import { queryOptions } from '@tanstack/react-query'
import type { EventSearch } from '#contract/page-need.ts'
import { EVENT_CACHE_MS } from '#contract/limits.ts'
import { eventChoicesPath, eventPath, eventsPath, ticketCategoriesPath } from '#contract/paths.ts'
import { valueOf } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'

/** How long stock may be shown as it was read, and how often it is read again while the page is in sight. */
const STOCK_CACHE_MS = 5_000
const STOCK_REFRESH_MS = 30_000

export const eventsQuery = (search: EventSearch) =>
  queryOptions({
    queryKey: ['events', search],
    queryFn: ({ signal }) => valueOf(server().call('GET', eventsPath, { query: { ...search }, signal })),
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
