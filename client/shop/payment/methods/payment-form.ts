/** The form of a payment provider on the overview: its own frames, into which we see nothing. */

/** What a form is shown with. */
export type FormFacts = {
  /** As the server gave them with the method; those of the provider are the provider's own. */
  readonly parameters: Readonly<Record<string, unknown>>
  readonly language: string
  readonly buyer: { readonly name: string; readonly email: string }
  /** Where the order is, absolute; providers have addresses of return below it. */
  readonly orderAddress: string
}

/** Pay is offered once the form is complete. `blocked`: it could not be loaded. */
export type FormState = 'loading' | 'incomplete' | 'complete' | 'blocked'

export type Shortcoming = {
  readonly kind: 'wrong'
  /** The provider's own words, in the language of the page; null where it has none for buyers. */
  readonly message: string | null
  /** The key of a text of ours, where the provider has no words. */
  readonly text?: string | null
}

export type ShownForm = {
  /**
   * Checks what was typed. `token`: Pay is sent with it, and the server takes the money. `ready`: the server begins the
   * payment, and `confirm` carries it on.
   */
  check(): Promise<{ readonly kind: 'ready' } | { readonly kind: 'token'; readonly token: string } | Shortcoming>
  /** Has the buyer's bank asked, in a frame or on a page of its own. `secret`: of this payment alone, from the server. */
  confirm(secret: string): Promise<{ readonly kind: 'done' } | Shortcoming>
  remove(): void
}

/** Shows the form in `place`; rejects when it can't be had. */
export type ShowForm = (
  place: HTMLElement,
  facts: FormFacts,
  onState: (state: 'incomplete' | 'complete') => void,
) => Promise<ShownForm>
