import { type EventSearch, type ListPart, type OfferSearch, pageParameters } from '#contract/page-need.ts'
import { EVENTS_ON_A_PAGE, MAX_EVENTS_ON_HOME, MAX_SEARCH_LENGTH, MONTH_PATTERN } from '#contract/limits.ts'

/**
 * Is the only event of this list the page to show (specification, browsing 2)? Not after a search: what was found stays
 * a list.
 */
export function leadsToOnlyEvent(search: EventSearch): boolean {
  return SEARCHED.every(name => search[name] === undefined)
}

/** What a visitor searches by, unlike what an organiser's address narrows the list by. */
const KINDS = ['free', 'online', 'weekend'] as const
const SEARCHED = ['search', 'month', ...KINDS] as const

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
export function isNarrowed(search: EventSearch): boolean {
  return CHOICES.some(name => search[name] !== undefined)
}

/** Does the home page show passes beside these events? Not to a visitor who searches for an event, or has a pass. */
export function showsPasses(search: EventSearch): boolean {
  return search.subscription === undefined && leadsToOnlyEvent(search)
}

/** What of an address stays when the choice among the events changes: the language, and whatever is not ours. */
export function withoutChoice(query: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(query)
  for (const name of [...CHOICES, 'page', 'stay']) rest.delete(name)
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

const CHOICES = [...SEARCHED, 'organizer', 'tags'] as const

const MONTH = new RegExp(MONTH_PATTERN)

/**
 * Which events an address asks for: `?organizer=`, `?tags=` (repeated, or parted by commas), `?subscription=`, `?search=`
 * (words), `?month=` (2027-05), `?free=true`, `?online=true`, `?weekend=true`. What can't be read counts as not asked for.
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
    ...Object.fromEntries(KINDS.filter(name => query.get(name) === 'true').map(name => [name, 'true'])),
  }
}

/** The part of the list that the home page shows. */
export const HOME_PART: ListPart = { limit: MAX_EVENTS_ON_HOME }

/** Which page of the list an address asks for (`?page=2`); the first where it names none. */
export function pageOf(query: URLSearchParams): number {
  const page = query.get('page') ?? ''
  return /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1
}

/** The part of the list that is on such a page. */
export const partOf = (page: number): ListPart => ({ from: (page - 1) * EVENTS_ON_A_PAGE, limit: EVENTS_ON_A_PAGE })

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
