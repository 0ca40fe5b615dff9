import '../kit/tokens.css'
import '../kit/base.css'
import './door.css'
import { startPage } from '#client/frame/start-page.tsx'
import { sponsorPagePath } from '#contract/paths.ts'
import { App } from './app.tsx'
import { routing } from './routes.tsx'

// The page of a sponsor needs a connection, and no worker.
if ('serviceWorker' in navigator && location.pathname !== sponsorPagePath)
  void navigator.serviceWorker.register('/door-worker.js', { scope: '/door' })
await startPage({ App, routing })
