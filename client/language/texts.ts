import { CLIENT_PLACEHOLDER, type TextArgument, fill } from '#domain/foundation/text/placeholders.ts'

/** All texts of one language by key; placeholders are written {{0}}, {{1}}. */
export type Texts = Readonly<Record<string, string>>

/** Looks a text up and fills its placeholders in order. */
export type Translate = (key: string, ...args: readonly TextArgument[]) => string

/** A translation from `texts`; `overrides` (an event's own wording) win. A key found nowhere is shown as itself. */
export function translator(texts: Texts, overrides: Texts = {}): Translate {
  return (key, ...args) => fill(overrides[key] ?? texts[key] ?? key, args, CLIENT_PLACEHOLDER)
}
