/** The addresses of places on waiting lists, apart from those of paths.ts so that only the form loads them. */
export const joinWaitingListPath = '/api/v2/public/event/:shortName/waiting-list/join'
export const waitingPlacePath = '/api/v2/public/waiting-list/:key'

/** The addresses of mails about the beginning of a sale. */
export const saleNoticesPath = '/api/v2/public/event/:shortName/sale-notice'
export const saleNoticePath = '/api/v2/public/sale-notice/:key'
