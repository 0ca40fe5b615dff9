import type { Row } from './routes.ts'

/** What a shop has in development mode alone. */
export const ROUTES_OF_DEVELOPMENT = {
  looking: {
    'GET /dev': {},
    'GET /dev/clock': {},
    'GET /dev/outbox': {},
    'GET /dev/outbox/:id': { params: { id: ':mail' } },
    'GET /dev/outbox/:id/html': { params: { id: ':mail' } },
    'GET /dev/outbox/:id/attachments/:index': { params: { id: ':mail' } },
    'GET /dev/mails': {},
    'GET /dev/mails/:name/:language': { params: { name: ':preview' } },
    'GET /dev/mails/:name/:language/html': { params: { name: ':preview' } },
  },
  changing: {
    'POST /dev/clock': { body: {}, answers: 400 },
    'POST /dev/jobs/run': {},
  },
} satisfies Readonly<Record<string, Readonly<Record<string, Row>>>>
