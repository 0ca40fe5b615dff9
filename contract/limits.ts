/** Numbers that server and browser share. Lengths are characters, times milliseconds unless the name says otherwise. */

/** Names and e-mail addresses (booking contract section 6). */
export const MAX_NAME_LENGTH = 255

/** Bounds of what we read at all: beyond these a request is malformed. */
export const MAX_TEXT_LENGTH = 10_000
export const MAX_LONG_TEXT_LENGTH = 20_000
export const MAX_ID_LENGTH = 100
export const MAX_LIST_LENGTH = 1_000

/** Codes of one event; as many as are handed out on cards. */
export const MAX_CODES = 5_000
/** So many orders an organiser imports at a time. */
export const MAX_IMPORTED_ORDERS = 1_000
export const MAX_INTEGER = 2_147_483_647

/** What can be searched for in the list of events: so many characters, and months such as `2027-05`. */
export const MAX_SEARCH_LENGTH = 200
export const MONTH_PATTERN = '^[0-9]{4}-(0[1-9]|1[0-2])$'

/** What members write about an order. */
/** What is done with many orders at once is done with at most so many. */
export const MAX_BULK_ORDERS = 5_000
/** So many people, in a file of so many bytes, are imported at a time. */
export const MAX_LISTED_PEOPLE = 5_000
export const MAX_LIST_FILE_BYTES = 5 * 1024 * 1024
export const MAX_BLOCK_NAME_LENGTH = 100
/** What a sponsor notes of a person. */
export const MAX_LEAD_NOTES_LENGTH = 2_000
export const MAX_TAG_LENGTH = 40
export const MAX_TAGS = 20
export const MAX_NOTE_LENGTH = 2_000

/** The list of events shows so many at a time. */
export const EVENTS_ON_A_PAGE = 50

/** So many seats a visitor can wait for. */
export const MAX_WAITING_SEATS = 5

/** The home page shows this many before "show all". */
export const MAX_EVENTS_ON_HOME = 4
export const MAX_PASSES_ON_HOME = 4

export const CATEGORY_REFRESH_DEBOUNCE_MS = 500
export const TOAST_MS = 2_500
/** More time is offered from here on. */
export const COUNTDOWN_OFFER_MS = 600_000
export const COUNTDOWN_WARNING_MS = 300_000
export const COUNTDOWN_DANGER_MS = 60_000

/** How often a page asks for the status of its reservation. */
export const PROCESSING_POLL_MS = 2_000
export const FINALIZING_POLL_MS = 5_000
/** How often the overview asks whether a card payment has been settled. */
export const CARD_POLL_MS = 1_000
/** The processing page asks the provider at every nth poll, and apologises for the delay after so many. */
export const POLLS_PER_FORCED_CHECK = 10
export const POLLS_BEFORE_WARNING = 120

/** How long the browser may keep what it has read. */
export const INFO_CACHE_MS = 600_000
export const EVENT_CACHE_MS = 1_200_000

/** Set while the visitor holds tickets, for as long; says nothing else. The page asks what is held only where it is set. */
export const HOLDS_COOKIE = 'foyer_holds'

/** So many tickets of its list a device at a door gets at a time. */
export const MAX_LISTED_TICKETS = 200
