import { type Http, createHttp } from '#client/frame/calls/http.ts'
import { type SessionMeta, createSession } from '#client/frame/calls/session.ts'

/** A request as it left the browser. */
export type SentRequest = {
  readonly method: string
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
}

export type ScriptedReply = {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

type TestServer = { http: Http; meta: SessionMeta; sent: readonly SentRequest[] }

/** A connection whose other end answers by a script, in order; after the last answer it is gone. */
export function aServer({
  pageId = '',
  answers,
  proofs = [],
}: {
  pageId?: string
  answers: readonly ScriptedReply[]
  /** The answers of the visitor to one robot check after the other; from then on none is passed. */
  proofs?: readonly string[]
}): TestServer {
  let id = pageId
  const meta: SessionMeta = {
    read: () => id,
    write: renewed => {
      id = renewed
    },
  }
  const sent: SentRequest[] = []
  const leftProofs = [...proofs]
  const http = createHttp({
    session: createSession(meta),
    askForProof: async () => leftProofs.shift(),
    fetch: async (input, init) => {
      const headers = Object.fromEntries(new Headers(init?.headers))
      sent.push({
        method: init?.method ?? 'GET',
        address: input instanceof Request ? input.url : input.toString(),
        headers,
      })
      const answer = answers[sent.length - 1]
      if (!answer) throw new TypeError('Failed to fetch')
      return responseOf(answer)
    },
  })
  return { http, meta, sent }
}

function responseOf({ status = 200, headers = {}, body }: ScriptedReply): Response {
  return new Response(body === undefined ? null : JSON.stringify(body), { status, headers })
}
