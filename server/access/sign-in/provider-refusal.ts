import { AuthorizationResponseError, ResponseBodyError, WWWAuthenticateChallengeError } from 'openid-client'

/** The visitor or the provider has said no. */
export class SignInRefused extends Error {}

/** The provider does not take what the shop says of itself, as a wrong secret; what it says of that is the message. */
export class ShopRefused extends Error {
  override readonly name = 'ShopRefused'
  readonly code: string | undefined
  constructor(message: string, code: string | undefined) {
    super(message)
    this.code = code
  }
}

/**
 * An error of the library as ours: with the code and the description by which the provider refuses (RFC 6749, 5.2; RFC 6750, 3),
 * which the library keeps beside its message.
 * @param secret Is in no message, even where the provider repeats it.
 */
export function refusalOf(error: unknown, secret: string): unknown {
  if (error instanceof AuthorizationResponseError) return new SignInRefused(error.error)
  const said = saidBy(error)
  if (!said) return error
  const reason = [said.code, said.description].filter(text => text !== undefined).join(': ')
  const message = `the provider answered ${said.status} ${reason || 'without a reason'}`
  return new ShopRefused(message.replaceAll(secret, '…'), said.code)
}

type Said = { readonly status: number; readonly code: string | undefined; readonly description: string | undefined }

function saidBy(error: unknown): Said | undefined {
  if (error instanceof ResponseBodyError)
    return { status: error.status, code: error.error, description: error.error_description }
  if (!(error instanceof WWWAuthenticateChallengeError)) return undefined
  const parameters = error.cause.map(challenge => challenge.parameters).find(({ error: code }) => code !== undefined)
  return { status: error.status, code: parameters?.error, description: parameters?.error_description }
}
