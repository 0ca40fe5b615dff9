import { type EventSearch, type OfferSearch, pageParameters } from '#contract/page-need.ts'
import { MAX_SEARCH_LENGTH, MONTH_PATTERN } from '#contract/limits.ts'

/**
 * Is the only event of this list the page to show (specification, browsing 2)? Not after a search: what was found stays
 * a list.
 */
export function leadsToOnlyEvent({ search, month }: EventSearch): boolean {
  return search === undefined && month === undefined
}

/**
 * What an entry of the browser's history carries when the list was narrowed on the page itself: a visitor who is
 * choosing stays on the list even if one event is left.
 */
export const CHOSEN_HERE = { isChosenHere: true } as const

/** Was this list narrowed on the page itself? `state` is what the entry of the history carries. */
export function isChosenHere(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isChosenHere' in state
}

/** Has the visitor chosen among the events? */
export function isNarrowed({ organizer, tags, search, month }: EventSearch): boolean {
  return [organizer, tags, search, month].some(choice => choice !== undefined)
}

/** Does the home page show passes beside these events? Not to a visitor who searches for an event, or has a pass. */
export function showsPasses({ search, month, subscription }: EventSearch): boolean {
  return [search, month, subscription].every(choice => choice === undefined)
}

/** What of an address stays when the choice among the events changes: the language, and whatever is not ours. */
export function withoutChoice(query: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(query)
  for (const name of CHOICES) rest.delete(name)
  return rest
}

/**
 * The fields that a form of the choice carries along where no script runs: of what stays only what pages know, because a page is
 * drawn by the server from nothing else.
 */
export function carriedParameters(query: URLSearchParams): ReturnType<typeof pageParameters> {
  return pageParameters(withoutChoice(query))
}

/** The address of the events that a form asks for: its fields, as far as they say something. */
export function queryOfForm(form: FormData, query: URLSearchParams): URLSearchParams {
  const chosen = withoutChoice(query)
  for (const name of CHOICES) {
    for (const value of form.getAll(name)) {
      if (typeof value === 'string' && value.trim() !== '') chosen.append(name, value.trim())
    }
  }
  return chosen
}

const CHOICES = ['search', 'month', 'organizer', 'tags'] as const

const MONTH = new RegExp(MONTH_PATTERN)

/**
 * Which events an address asks for: `?organizer=`, `?tags=` (repeated, or parted by commas), `?subscription=`, `?search=`
 * (words), `?month=` (2027-05). What can't be read counts as not asked for.
 */
export function eventSearchOf(query: URLSearchParams, organizerSlug?: string): EventSearch {
  const subscription = query.get('subscription') ?? ''
  const search = (query.get('search') ?? '').trim().slice(0, MAX_SEARCH_LENGTH)
  const month = query.get('month') ?? ''
  return {
    ...offerSearchOf(query, organizerSlug),
    ...(subscription === '' ? {} : { subscription }),
    ...(search === '' ? {} : { search }),
    ...(MONTH.test(month) ? { month } : {}),
  }
}

/** The same of passes: what they are narrowed by as events are. */
export function offerSearchOf(query: URLSearchParams, organizerSlug?: string): OfferSearch {
  const organizer = query.get('organizer') ?? ''
  const tags = query
    .getAll('tags')
    .flatMap(tag => tag.split(','))
    .filter(tag => tag !== '')
  return {
    ...(organizerSlug === undefined ? {} : { organizerSlug }),
    ...(/^\d+$/.test(organizer) ? { organizer } : {}),
    ...(tags.length === 0 ? {} : { tags }),
  }
}
