/** A button that was pressed, or a list that something was picked from, before either was alive. */
export type Kept = { readonly control: HTMLElement; readonly value?: string }
