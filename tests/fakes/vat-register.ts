import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { afterAll } from 'vitest'

/** `down` answers as the service does when a member state does not, `broken` answers no JSON, `limited` wants a pause. */
type Mood = 'usual' | 'down' | 'broken' | 'limited'

/** The register of VAT numbers of the European Union (VIES), as far as our server asks it. */
export type VatRegister = {
  /** For VIES_API_BASE. */
  readonly url: string
  /** What it was asked, as in "DE 123456789". */
  readonly requests: readonly string[]
  behave(mood: Mood): void
}

const ERRORS = { down: 'MS_UNAVAILABLE', limited: 'MS_MAX_CONCURRENT_REQ' } as const

/** Knows these numbers, such as "DE 123456789". `const register = await vatRegister(...)` at the top of the file. */
export async function vatRegister(valid: readonly string[]): Promise<VatRegister> {
  const requests: string[] = []
  let mood: Mood = 'usual'
  const app = Fastify()
  app.post<{ Body: { countryCode: string; vatNumber: string } }>(
    '/taxation_customs/vies/rest-api/check-vat-number',
    async ({ body }, reply) => {
      const question = `${body.countryCode} ${body.vatNumber}`
      requests.push(question)
      if (mood === 'broken') return reply.code(500).type('text/html').send('<h1>Out of order</h1>')
      if (mood !== 'usual') return { actionSucceed: false, errorWrappers: [{ error: ERRORS[mood] }] }
      return { ...body, requestDate: '2026-11-21T08:00:00.000Z', valid: valid.includes(question), name: '---' }
    },
  )
  await app.listen({ port: 0, host: '127.0.0.1' })
  afterAll(() => app.close())
  return {
    url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    requests,
    behave: changed => {
      mood = changed
    },
  }
}
