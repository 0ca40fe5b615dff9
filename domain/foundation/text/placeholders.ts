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
