import { Type, type Static } from 'typebox'
import { call } from './call.ts'
import { challengePath } from './paths.ts'
import { TooManyRequests, Unexpected } from './wrapper.ts'

/** Work for a browser, in the form of ALTCHA; signed, so that only ours counts. */
export const AltchaChallenge = Type.Object({
  parameters: Type.Object({
    algorithm: Type.String(),
    cost: Type.Integer(),
    data: Type.Object({ expiresAt: Type.Integer({ description: 'Epoch milliseconds' }) }),
    keyLength: Type.Integer(),
    keyPrefix: Type.String({ description: 'How the key begins that is looked for, hexadecimal' }),
    keySignature: Type.String(),
    nonce: Type.String(),
    salt: Type.String(),
  }),
  signature: Type.String(),
})
export type AltchaChallenge = Static<typeof AltchaChallenge>

/** The work done. As JSON in base64 it is the token of header Alfio-Verification. */
export const AltchaSolution = Type.Object({
  challenge: AltchaChallenge,
  solution: Type.Object({ counter: Type.Integer({ minimum: 0 }), derivedKey: Type.String() }),
})
export type AltchaSolution = Static<typeof AltchaSolution>

/** The robot check that needs no other service; each answer is good for one reservation. */
export const getChallenge = call({
  operationId: 'getChallenge',
  summary: 'A robot check for the browser to work on',
  tag: 'info',
  method: 'GET',
  path: challengePath,
  responses: { 200: AltchaChallenge, 429: TooManyRequests, 500: Unexpected },
})
