/** Where the script of the worker of tickets is, and below which path pages may have one at all. */
export const TICKET_WORKER_PATH = '/ticket-worker.js'
export const TICKET_WORKER_REACH = '/event/'
