/**
 * What people type, cleaned of what can't be seen and does harm elsewhere: it would end a line of a mail's head, write into
 * a terminal, turn the direction of what follows, or look like nothing at all.
 *
 * Every line end becomes \n; control characters but \n and the tabulator go, and so do the embeddings, overrides and
 * isolates of writing direction. Joiners and other characters without width stay between two letters or pictures, where
 * Persian, Indic languages and emoji need them. A text that shows nothing is empty.
 */
export function cleanText(text: string): string {
  if (!SUSPICIOUS.test(text)) return text
  const cleaned = text.toWellFormed().replace(LINE_ENDS, '\n').replace(HARMFUL, '').replace(LOOSE_JOINERS, '')
  return SHOWS_NOTHING.test(cleaned) ? '' : cleaned
}

/** The same for a name, a title, or anything else that is one line: what parted lines parts words. */
export function cleanLine(text: string): string {
  return cleanText(text)
    .replace(/\s*[\n\t]\s*/g, ' ')
    .trim()
}

/** A line that may be missing; then it is empty. */
export const lineOrEmpty = (text: string | null | undefined): string => cleanLine(text ?? '')

/** Most texts hold nothing of it. */
const SUSPICIOUS = /[[\p{C}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]--\n]/v

const LINE_ENDS = /\r\n?|[\v\f\u0085\u2028\u2029]/g

const HARMFUL = /[[\p{Cc}--[\n\t]]\u202a-\u202e\u2066-\u206f\ufeff\ufff9-\ufffb]/gv

/** At an edge, beside a blank, or after another one. */
const LOOSE_JOINERS =
  /(?<=^|[\s\u2060\u200b\u200c]|\u200d)[\u200b\u200c\u2060\u200d]+|[\u200b\u200c\u2060\u200d]+(?=\s|$)/g

/** Blanks, marks of formatting, and letters that are drawn as nothing. */
const SHOWS_NOTHING = /^[\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/v
