import { isIPv4 } from 'node:net'

/**
 * How the server of SMTP_URL is spoken to. A password goes to another machine under TLS only: a server that does not offer it gets neither
 * password nor mail. What the address says in its query (`name`, `requireTLS`, `tls.servername`) comes first.
 */
export function smtpOptions(url: string): { readonly url: string; readonly requireTLS: boolean } {
  const { password, hostname } = new URL(url)
  return { url, requireTLS: password !== '' && !isThisMachine(hostname) }
}

function isThisMachine(hostname: string): boolean {
  return (
    /^(.+\.)?localhost$/i.test(hostname) || hostname === '[::1]' || (isIPv4(hostname) && hostname.startsWith('127.'))
  )
}
