export type TextArgument = string | number

/** As translations hold them: {0}, {1}. */
export const PLACEHOLDER = /\{(\d+)\}/g

/** As clients get them: {{0}}, {{1}}. */
export const CLIENT_PLACEHOLDER = /\{\{(\d+)\}\}/g

/**
 * Puts arguments in the place of placeholders, in one pass, so that an argument that looks like a placeholder stays as it
 * is; a placeholder without an argument is left out.
 */
export function fill(text: string, args: readonly TextArgument[], placeholder: RegExp): string {
  return text.replace(placeholder, (_, position: string) => String(args[Number(position)] ?? ''))
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Makes a text safe as content and inside a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, character => ESCAPES[character] ?? character)
}

/** The text that `escapeHtml` has made safe. */
export function unescapeHtml(html: string): string {
  return html.replace(/&(?:amp|lt|gt|quot|#39);/g, entity => UNESCAPED.get(entity) ?? entity)
}

const UNESCAPED = new Map(Object.entries(ESCAPES).map(([character, entity]) => [entity, character]))

/**
 * A code as people read it aloud: without gaps, in capitals, and with one sign for those that look alike (O and 0, I and 1).
 * Codes that differ in nothing else are one.
 */
export const readCode = (typed: string): string =>
  withoutGaps(typed).toUpperCase().replaceAll('O', '0').replaceAll('I', '1')

/** A code or PIN without the blanks and dashes that people put between its characters. */
export const withoutGaps = (typed: string): string => typed.replaceAll(/[\s\u002d\u2010-\u2015]+/g, '')
