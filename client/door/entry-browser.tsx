import '../kit/tokens.css'
import '../kit/base.css'
import './door.css'
import { startPage } from '#client/frame/start-page.tsx'
import { App } from './app.tsx'
import { routing } from './routes.tsx'

if ('serviceWorker' in navigator) void navigator.serviceWorker.register('/door-worker.js', { scope: '/door' })
await startPage({ App, routing })
