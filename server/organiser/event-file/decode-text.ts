import type { FileProblem } from './read-offer-file.ts'

export type DecodedText = { readonly text: string } | { readonly problem: FileProblem }

/**
 * The text of a file: in UTF-8, or in UTF-16 that begins with its byte order mark. Lines may end in every way. A file in an older
 * encoding ("ANSI" of Windows) is refused with its first line that shows it: which letters were meant can't be known, and stored wrongly
 * they would be on every ticket.
 */
export function decodeText(content: Uint8Array): DecodedText {
  const encoding = UTF_16.find(({ mark }) => mark.every((byte, index) => content[index] === byte))?.encoding ?? 'utf-8'
  if (encoding === 'utf-8' && content.includes(0)) return refused(NO_MARK)
  const text = decoded(content, encoding)
  if (text === undefined) return { problem: notIn(encoding, content) }
  return { text: text.replaceAll(/\r\n?/g, '\n') }
}

const NO_MARK = 'This is no text, or one in UTF-16 without its mark. Save the file as UTF-8.'

const UTF_16 = [
  { mark: [0xff, 0xfe], encoding: 'utf-16le' },
  { mark: [0xfe, 0xff], encoding: 'utf-16be' },
] as const

type Encoding = 'utf-8' | (typeof UTF_16)[number]['encoding']

/** Without the mark at the beginning; undefined where the bytes are none of this encoding. */
function decoded(content: Uint8Array, encoding: Encoding): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(content)
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

const refused = (sentence: string): { readonly problem: FileProblem } => ({ problem: { field: '', sentence } })

function notIn(encoding: Encoding, content: Uint8Array): FileProblem {
  if (encoding !== 'utf-8') return refused('This text in UTF-16 is damaged. Save the file as UTF-8.').problem
  const { number, line } = firstBadLine(content)
  const read = new TextDecoder('windows-1252').decode(line).trim()
  const shown = read.length > SHOWN ? `${read.slice(0, SHOWN)}...` : read
  const sentence =
    `Line ${number} is not in UTF-8; in the older encoding of Windows it reads "${shown}". ` +
    'Open the file in an editor and save it as UTF-8, not as ANSI.'
  return refused(sentence).problem
}

const SHOWN = 80
const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d

/** Counted from 1. No byte of a longer letter in UTF-8 is one of these two. */
function firstBadLine(content: Uint8Array): { readonly number: number; readonly line: Uint8Array } {
  let number = 1
  let from = 0
  for (let at = 0; at <= content.length; at += 1) {
    const byte = content[at]
    const isEnd =
      byte === undefined || byte === LINE_FEED || (byte === CARRIAGE_RETURN && content[at + 1] !== LINE_FEED)
    if (!isEnd) continue
    const line = content.subarray(from, at)
    if (decoded(line, 'utf-8') === undefined) return { number, line }
    number += 1
    from = at + 1
  }
  return { number: 1, line: content }
}
