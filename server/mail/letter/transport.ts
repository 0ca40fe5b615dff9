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

/** As nodemailer takes them. */
export type SMTPOptions =
  | { readonly url: string; readonly requireTLS: boolean }
  | {
      readonly host: string
      readonly port: number
      readonly secure: boolean
      readonly requireTLS: boolean
      readonly auth?: { readonly user: string; readonly pass: string }
    }

type Server = { readonly options: SMTPOptions; readonly from: string }

/**
 * The mail server by SMTP_URL, or the one that is stated among the settings at the moment of sending; without either a
 * folder of files that /dev/outbox shows.
 */
export function mailTransport({
  smtpUrl,
  mailFrom,
  outbox,
  stated = async () => null,
}: {
  readonly smtpUrl: string | undefined
  readonly mailFrom: string
  readonly outbox: string
  /** The server that the settings name. */
  readonly stated?: () => Promise<Server | null>
}): MailTransport {
  if (smtpUrl !== undefined) return smtpTransport({ options: smtpOptions(smtpUrl), from: mailFrom })
  return statedTransport(stated, captureTransport(outbox, mailFrom))
}

/** Keeps connections to the server as long as the settings name the same one. */
function statedTransport(stated: () => Promise<Server | null>, otherwise: MailTransport): MailTransport {
  let open: { readonly name: string; readonly transport: MailTransport } | undefined
  const transportOf = (server: Server): MailTransport => {
    const name = JSON.stringify(server)
    if (open?.name !== name) {
      open?.transport.close()
      open = { name, transport: smtpTransport(server) }
    }
    return open.transport
  }
  return {
    send: async mail => {
      const server = await stated()
      await (server === null ? otherwise : transportOf(server)).send(mail)
    },
    close: () => {
      open?.transport.close()
      otherwise.close()
    },
  }
}

/** Gives up on a server that does not answer, so that the queue goes on: it tries again later. */
const PATIENCE = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 60_000 }

function smtpTransport({ options, from }: Server): MailTransport {
  const smtp = createTransport({ ...options, pool: true, maxConnections: 4, ...PATIENCE })
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

/** Leads the name to this machine, so that nothing is sent over a network? */
export function isThisMachine(hostname: string): boolean {
  return (
    /^(.+\.)?localhost$/i.test(hostname) || hostname === '[::1]' || (isIPv4(hostname) && hostname.startsWith('127.'))
  )
}
