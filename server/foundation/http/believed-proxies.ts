import proxyAddr from '@fastify/proxy-addr'
import type { TrustedProxies } from '#server/foundation/config/trusted-proxies.ts'

/** Is what the caller at `address` says of a request believed? `hop` is how many believed ones it has passed since: 0 is who is connected. */
export type IsBelieved = (address: string, hop: number) => boolean

/** X-Forwarded-For and X-Request-Id are believed when they come from this machine, where the proxy often is, or from where TRUST_PROXY says. */
export function believedProxies(trusted: TrustedProxies): IsBelieved {
  return typeof trusted === 'number' ? (_, hop) => hop < trusted : proxyAddr.compile(['loopback', ...trusted])
}
