/**
 * A mail before it is drawn: finished texts in reading order. Both parts of a mail, text and HTML, are made from the
 * same letter, so that neither says less than the other.
 */
export type Letter = {
  readonly language: string
  readonly subject: string
  /** The line above the title: the event's name. */
  readonly eyebrow: string
  readonly title: string
  readonly blocks: readonly Block[]
  /** The small print: who writes, why, and how to get no more of it. */
  readonly footer: readonly FooterLine[]
}

export type FooterLine = string | { readonly label: string; readonly url: string }

export type Block =
  | { readonly kind: 'paragraph'; readonly text: string }
  /** What must not be missed: an amount to pay, with what is needed to pay it. */
  | { readonly kind: 'notice'; readonly title: string; readonly facts: readonly Fact[] }
  | { readonly kind: 'facts'; readonly facts: readonly Fact[] }
  | ({ readonly kind: 'order'; readonly title: string } & Sums)
  | { readonly kind: 'links'; readonly links: readonly TitledLink[] }
  /** What to do next, named for what it does. */
  | { readonly kind: 'action'; readonly label: string; readonly url: string }

/** What adds up to the total, which is null when nothing costs anything. */
export type Sums = {
  readonly lines: readonly OrderLine[]
  readonly taxes: readonly Fact[]
  readonly total: Fact | null
}

/** Where something is, and what is to be known of it beforehand. */
export type TitledLink = { readonly title: string; readonly lines: readonly string[]; readonly url: string }

export type Fact = { readonly label: string; readonly value: readonly string[] }

/** `amount` is printed with its currency; null when nothing costs anything. */
export type OrderLine = { readonly name: string; readonly quantity: number; readonly amount: string | null }

export type ComposedMail = { readonly subject: string; readonly text: string; readonly html: string }

export function fact(label: string, ...value: readonly string[]): Fact {
  return { label, value }
}
