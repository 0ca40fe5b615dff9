import { type Http, createHttp } from './http.ts'
import { proofDesk } from './proof-desk.ts'
import { createSession, documentMeta } from './session.ts'

let http: Http | undefined

/** The visitor's connection to the shop, opened on the first call; rendering on the server makes none. */
export function shop(): Http {
  http ??= createHttp({
    fetch: (input, init) => globalThis.fetch(input, init),
    session: createSession(documentMeta(document)),
    askForProof: () => proofDesk.ask(),
  })
  return http
}
