/** Where the form stands on the page. */
export const WAITING_LIST_ID = 'waiting-list'
