import { startTestProviders } from '../tests/fakes/test-providers.ts'

// The shop as tools/start.mjs starts it for development: with stand-ins of payment providers where none is configured, so
// that a stranger can pay. A shop for production is server/main.ts alone.

const { PORT = '8080', FOYER_BASE_URL: notify = `http://localhost:${PORT}` } = process.env
if (process.env['FOYER_SAMPLE'] !== 'no') Object.assign(process.env, await startTestProviders(process.env, { notify }))
await import('../server/main.ts')
