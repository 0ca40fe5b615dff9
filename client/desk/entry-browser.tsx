import '../kit/tokens.css'
import '../kit/base.css'
import './desk.css'
import { startPage } from '#client/frame/start-page.tsx'
import { App } from './app.tsx'
import { routing } from './routes.tsx'

await startPage({ App, routing })
