import { createTransport } from 'nodemailer'
import type { Config } from '#server/foundation/config/config.ts'
import { unlessUnreadable } from '#server/foundation/setting/sealed-value.ts'
import type { Settings } from '#server/foundation/setting/settings.ts'
import { type MailServer, mailServerOf } from '#server/mail/letter/mail-server.ts'
import { smtpOptions } from '#server/mail/letter/transport.ts'
import type { Finding } from './shop.ts'

/** Does the base URL lead to a shop? A certificate that this machine alone does not trust is no fault of the shop. */
export async function baseUrl({ baseUrl: url, warnings }: Config): Promise<Finding[]> {
  const about = 'Base URL'
  const notes = warnings.map((sentence): Finding => ({ about: 'Configuration', verdict: 'note', sentence }))
  const found = await fetch(`${url}/api/v2/info`, { signal: AbortSignal.timeout(10_000) }).then(
    ({ ok, status }): Omit<Finding, 'about'> =>
      ok ? { verdict: 'good', sentence: `${url} leads to a shop.` } : noAnswer(url, `status ${status}`),
    (error: unknown) => certificateFinding(url, error) ?? noAnswer(url, causeOf(error)),
  )
  return [{ about, ...found }, ...notes]
}

const noAnswer = (url: string, reason: string): Omit<Finding, 'about'> => ({
  verdict: 'note',
  sentence: `no shop answers at ${url} just now (${reason}): is it running?`,
})

/** `fetch` says "fetch failed" and keeps the reason in its cause. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}

function certificateFinding(url: string, error: unknown): Omit<Finding, 'about'> | undefined {
  const trouble = certificateTrouble(error)
  if (trouble === undefined) return undefined
  const { kind, reason } = trouble
  if (kind === 'wrong') return { verdict: 'bad', sentence: `no browser takes the certificate of ${url}: ${reason}.` }
  return {
    verdict: 'note',
    sentence: `${url} answers with a certificate that this machine does not trust (${reason}), so no more can be said. Browsers may trust it; ${TRUST_HINT}.`,
  }
}

/** Does the mail server take us? */
export async function mail({ smtpUrl, mailFrom, dataFolder: folder }: Config): Promise<Finding> {
  if (smtpUrl === undefined)
    return { about: 'Mail', verdict: 'note', sentence: `is captured in ${folder}: no SMTP_URL is set.` }
  return mailBy({ options: smtpOptions(smtpUrl), from: mailFrom }, 'SMTP_URL')
}

/** The same of the server that the settings of the shop name, where no variable does; none where they name none. */
export async function statedMail({ smtpUrl, mailFrom }: Config, settings: Settings): Promise<Finding[]> {
  if (smtpUrl !== undefined) return []
  const server = unlessUnreadable(() => mailServerOf(settings, mailFrom), null)
  return server === null ? [] : [await mailBy(server, 'MAIL_SERVER_HOST')]
}

async function mailBy({ options, from }: MailServer, namedBy: string): Promise<Finding> {
  const about = 'Mail'
  const transport = createTransport({ ...options, connectionTimeout: 5000, greetingTimeout: 5000 })
  try {
    await transport.verify()
    return { about, verdict: 'good', sentence: `the server accepts us; mail is sent from ${from}.` }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const hint =
      certificateTrouble(error)?.kind === 'untrusted' ? `. This machine does not trust it; ${TRUST_HINT}.` : ''
    return { about, verdict: 'bad', sentence: `the server of ${namedBy} can't be used: ${reason}${hint}` }
  } finally {
    transport.close()
  }
}

/** Who signed it is not known here: others may trust it. */
const UNTRUSTED = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

/** No client takes it: it is over, not begun, revoked, or another name's. */
const WRONG = new Set(['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID', 'CERT_REVOKED', 'ERR_TLS_CERT_ALTNAME_INVALID'])

type CertificateTrouble = { readonly kind: 'untrusted' | 'wrong'; readonly reason: string }

/** Why a call failed, where the other side's certificate is the cause; undefined: it failed for another reason. */
export function certificateTrouble(error: unknown): CertificateTrouble | undefined {
  if (!(error instanceof Error)) return undefined
  // The mail client puts a code of its own in the place of the socket's.
  const codes = ['code' in error && error.code, 'originalCode' in error && error.originalCode].map(String)
  if (codes.some(code => UNTRUSTED.has(code))) return { kind: 'untrusted', reason: error.message }
  if (codes.some(code => WRONG.has(code))) return { kind: 'wrong', reason: error.message }
  return certificateTrouble(error.cause)
}

/** What helps where this machine alone does not trust a certificate. */
export const TRUST_HINT = 'NODE_EXTRA_CA_CERTS names a file with an authority of your own'
