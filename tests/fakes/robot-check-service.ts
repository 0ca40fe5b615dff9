import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import formbody from '@fastify/formbody'
import Fastify from 'fastify'
import { afterAll } from 'vitest'
import { checkboxPage, recaptchaScript, turnstileScript } from './robot-check-scripts.ts'

/** What our server asked a service. */
export type CheckRequest = {
  readonly service: 'turnstile' | 'recaptcha'
  readonly secret: string
  readonly response: string
  readonly remoteip: string
}

/** `declining` takes every visitor for a robot, `broken` answers 500, `strange` with something that is no verdict. */
type Mood = 'usual' | 'declining' | 'broken' | 'strange'

/** Turnstile and reCAPTCHA v2 in one: what our server asks, and what a browser loads. */
export type RobotCheckService = {
  /** For TURNSTILE_API_BASE and RECAPTCHA_API_BASE. */
  readonly url: string
  readonly siteKey: string
  readonly secret: string
  readonly requests: readonly CheckRequest[]
  behave(mood: Mood): void
  /** How many answers it has given so far. */
  issued(): number
  /** An answer as the widget gives it to a browser: good for one question. */
  issue(): string
  /** Makes all answers so far too old. */
  expireAnswers(): void
}

/** `const service = await robotCheckService()` at the top of the file; gone after its last test. */
export async function robotCheckService(): Promise<RobotCheckService> {
  const secret = 'secret-of-the-shop'
  const requests: CheckRequest[] = []
  const answers = new Set<string>()
  let mood: Mood = 'usual'
  let issued = 0

  const issue = () => {
    issued += 1
    const answer = `answer-${randomUUID()}`
    answers.add(answer)
    return answer
  }
  const judge = (question: CheckRequest) => {
    if (question.secret !== secret) return refusal('invalid-input-secret')
    if (mood === 'declining') return refusal('invalid-input-response')
    if (answers.delete(question.response)) return { success: true, hostname: 'localhost', 'error-codes': [] }
    return refusal(question.response === '' ? 'missing-input-response' : 'timeout-or-duplicate')
  }

  const app = Fastify()
  await app.register(formbody)
  for (const [service, path] of VERIFY) {
    app.post<{ Body: Record<string, string> }>(path, async ({ body }, reply) => {
      const { secret: sent = '', response = '', remoteip = '' } = body
      const question = { service, secret: sent, response, remoteip }
      requests.push(question)
      if (mood === 'broken') return reply.code(500).send('out of order')
      return mood === 'strange' ? { verdict: 'maybe' } : judge(question)
    })
  }
  const asScript = 'text/javascript; charset=utf-8'
  app.get('/turnstile/v0/api.js', (_, reply) => reply.type(asScript).send(turnstileScript))
  app.get('/recaptcha/api.js', (_, reply) => reply.type(asScript).send(recaptchaScript))
  app.get<{ Querystring: { label: string } }>('/checkbox', ({ query }, reply) =>
    reply.type('text/html; charset=utf-8').send(checkboxPage(query.label)),
  )
  app.post('/answer', () => ({ answer: issue() }))
  await app.listen({ port: 0, host: '127.0.0.1' })
  afterAll(() => app.close())

  return {
    url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    siteKey: 'site-key-of-the-shop',
    secret,
    requests,
    issued: () => issued,
    issue,
    behave: changed => {
      mood = changed
    },
    expireAnswers: () => answers.clear(),
  }
}

const VERIFY = [
  ['turnstile', '/turnstile/v0/siteverify'],
  ['recaptcha', '/recaptcha/api/siteverify'],
] as const

const refusal = (code: string) => ({ success: false, 'error-codes': [code] })
