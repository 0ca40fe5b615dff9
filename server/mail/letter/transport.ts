import { chmodSync, readdirSync, statSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { type OutgoingMail, message } from './message.ts'
import { isIPv4 } from 'node:net'

/** Where mail goes. `send` rejects when it was not accepted. */
export type MailTransport = {
  send(mail: OutgoingMail): Promise<void>
  close(): void
}

/** The organiser's mail server by SMTP_URL, or without one a folder of files that /dev/outbox shows. */
export function mailTransport({
  smtpUrl,
  mailFrom,
  outbox,
}: {
  readonly smtpUrl: string | undefined
  readonly mailFrom: string
  readonly outbox: string
}): MailTransport {
  return smtpUrl === undefined ? captureTransport(outbox, mailFrom) : smtpTransport(smtpUrl, mailFrom)
}

/** Gives up on a server that does not answer, so that the queue goes on: it tries again later. */
const PATIENCE = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 60_000 }

function smtpTransport(url: string, from: string): MailTransport {
  const smtp = createTransport({ ...smtpOptions(url), pool: true, maxConnections: 4, ...PATIENCE })
  return {
    send: async mail => {
      await smtp.sendMail(message(mail, from))
    },
    close: () => smtp.close(),
  }
}

function captureTransport(folder: string, from: string): MailTransport {
  closeToOthers(folder)
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    send: async mail => {
      const { message: bytes } = await composer.sendMail(message(mail, from))
      if (!Buffer.isBuffer(bytes)) throw new Error('the mail was not composed in one piece')
      const path = join(folder, `${mail.sentAt}-${mail.id}.eml`)
      await writeWhole(path, bytes).catch(async (error: unknown) => {
        if (!isMissing(error)) throw error
        await mkdir(folder, { recursive: true, mode: 0o700 })
        await writeWhole(path, bytes)
      })
    },
    close: () => composer.close(),
  }
}

/** Whole or not at all: a process that lists the folder meanwhile never reads half a mail. */
async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  await writeFile(`${path}.part`, bytes, { mode: 0o600 })
  await rename(`${path}.part`, path)
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Mail that was captured while the folder was open to others is closed to them: it holds tickets and addresses. */
function closeToOthers(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found === undefined || (found.mode & 0o077) === 0) return
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o600)
  chmodSync(folder, 0o700)
}

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
