import type { FastifyInstance } from 'fastify'
import type { Credentials } from './people.ts'
import type { Row } from './routes.ts'
import type { Values } from './subjects.ts'

type Question = { readonly route: string; readonly row: Row; readonly values: Values; readonly headers: Credentials }

/** What was asked, and what came of it. */
export type Received = {
  readonly status: number
  readonly body: string
  /** Headers and body. */
  readonly all: string
  /** Address and body as they were sent. */
  readonly sent: string
}

/** Asks a route over HTTP, with a value for each of its parameters. */
export async function ask(app: FastifyInstance, { route, row, values, headers }: Question): Promise<Received> {
  const [method = '', path = ''] = route.split(' ')
  const valueOf = (name: string): string => {
    const stated = row.params?.[name] ?? `:${name}`
    const value = stated.startsWith(':') ? values[stated.slice(1)] : stated
    if (value === undefined) throw new Error(`no value for ${stated} of ${route}`)
    return value
  }
  const filled = path.replaceAll(/:(\w+)|\*/g, (all, name?: string) =>
    name === undefined ? valueOf(all) : encodeURIComponent(valueOf(name)),
  )
  const query = row.query?.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(valueOf(name))) ?? ''
  const url = query === '' ? filled : `${filled}?${query}`
  const payload = row.body === undefined ? undefined : JSON.stringify(row.body, (_, value) => filledIn(value, valueOf))
  const type = payload === undefined ? {} : { 'content-type': 'application/json' }
  const answer = await app.inject({
    method,
    url,
    headers: { host: 'tickets.example.org', ...type, ...headers },
    ...(payload !== undefined && { payload }),
  })
  const all = `${JSON.stringify(answer.headers)} ${answer.body}`
  return { status: answer.statusCode, body: answer.body, all, sent: `${url} ${payload ?? ''}` }
}

/** Numbers of the database are numbers in bodies. */
function filledIn(value: unknown, valueOf: (name: string) => string): unknown {
  if (typeof value !== 'string' || !value.startsWith(':')) return value
  const filled = valueOf(value.slice(1))
  return value === ':optionId' || value === ':organization' ? Number(filled) : filled
}
