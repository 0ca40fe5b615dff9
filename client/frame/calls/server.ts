import { createHttp } from './http.ts'
import { robotChecks } from './robot-checks.ts'
import { createSession, documentMeta } from './session.ts'
import { type TypedCalls, typedCalls } from './typed-calls.ts'

let calls: TypedCalls | undefined

/** The calls to the server, with this page's session; opened on the first call: rendering on the server makes none. */
export function server(): TypedCalls {
  calls ??= typedCalls(
    createHttp({
      fetch: (input, init) => globalThis.fetch(input, init),
      session: createSession(documentMeta(document)),
      askForProof: () => robotChecks.ask(),
    }),
  )
  return calls
}
