import type { Texts } from './texts.ts'

/** The text of a key in the reader's language, its placeholders filled in order. */
export type Say = (key: string, ...args: readonly (string | number)[]) => string

export function sayIn(texts: Pick<Texts, 'text'>, language: string): Say {
  return (key, ...args) => texts.text(language, key, ...args)
}
