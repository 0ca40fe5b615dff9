import '../kit/tokens.css'
import '../kit/base.css'
import './desk.css'
import { createMemberHttp } from '#client/frame/calls/member-http.ts'
import { sendCallsBy } from '#client/frame/calls/server.ts'
import { startPage } from '#client/frame/start-page.tsx'
import { App } from './app.tsx'
import { routing } from './routes.tsx'

sendCallsBy(createMemberHttp((input, init) => globalThis.fetch(input, init)))
await startPage({ App, routing })
