import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime, { type Address } from 'postal-mime'

/** A captured mail as a mail program would read it. */
export type CapturedMail = {
  /** The name of its file without the ending; newer ones sort after older ones. */
  readonly id: string
  readonly date: string
  readonly from: string
  readonly to: string
  readonly replyTo: string
  readonly subject: string
  readonly messageId: string
  readonly text: string
  readonly html: string
  readonly attachments: readonly CapturedAttachment[]
}

export type CapturedAttachment = {
  readonly fileName: string
  readonly contentType: string
  readonly size: number
  /** By what the text shows it; empty for a file. */
  readonly contentId: string
}

/** The captured mails, the newest first; none when nothing has been captured yet. */
export async function capturedMails(outbox: string): Promise<readonly CapturedMail[]> {
  const ids = await capturedIds(outbox)
  return Promise.all(ids.map(id => readMail(outbox, id)))
}

/** One captured mail; undefined when there is none of that id. */
export async function capturedMail(outbox: string, id: string): Promise<CapturedMail | undefined> {
  return (await capturedIds(outbox)).includes(id) ? readMail(outbox, id) : undefined
}

/** One attachment of a captured mail with its bytes; undefined when there is none. */
export async function capturedAttachment(
  outbox: string,
  id: string,
  index: number,
): Promise<(CapturedAttachment & { readonly content: Buffer }) | undefined> {
  if (!(await capturedIds(outbox)).includes(id)) return undefined
  const attachment = (await parse(outbox, id)).attachments[index]
  if (attachment === undefined) return undefined
  const content = bytesOf(attachment.content)
  return { ...described(attachment), content }
}

async function capturedIds(outbox: string): Promise<readonly string[]> {
  const names = await readdir(outbox).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const ids = names.filter(name => name.endsWith('.eml')).map(name => name.slice(0, -'.eml'.length))
  return ids.toSorted((one, other) => other.localeCompare(one, 'en', { numeric: true }))
}

async function readMail(outbox: string, id: string): Promise<CapturedMail> {
  const mail = await parse(outbox, id)
  return {
    id,
    date: mail.date ?? '',
    from: written(mail.from),
    to: (mail.to ?? []).map(written).join(', '),
    replyTo: (mail.replyTo ?? []).map(written).join(', '),
    subject: mail.subject ?? '',
    messageId: mail.messageId ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
    attachments: mail.attachments.map(described),
  }
}

async function parse(outbox: string, id: string) {
  return PostalMime.parse(await readFile(join(outbox, `${id}.eml`)))
}

type ParsedAttachment = Awaited<ReturnType<typeof parse>>['attachments'][number]

function described({ filename, mimeType, content, contentId }: ParsedAttachment): CapturedAttachment {
  return {
    fileName: filename ?? '',
    contentType: mimeType,
    size: bytesOf(content).length,
    contentId: contentId?.replace(/^<|>$/g, '') ?? '',
  }
}

function bytesOf(content: ParsedAttachment['content']): Buffer {
  return typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content))
}

function written(address: Address | undefined): string {
  if (address === undefined) return ''
  return address.name ? `${address.name} <${address.address ?? ''}>` : (address.address ?? '')
}
