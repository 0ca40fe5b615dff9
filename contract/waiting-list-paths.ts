/** The addresses of places on waiting lists, apart from those of paths.ts so that only the form loads them. */
export const joinWaitingListPath = '/api/v2/public/event/:shortName/waiting-list/join'
export const waitingPlacePath = '/api/v2/public/waiting-list/:key'
