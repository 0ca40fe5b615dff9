/** A sentence about one thing. `bad` means that the shop can't work like this. */
export type Finding = { readonly about: string; readonly verdict: 'good' | 'note' | 'bad'; readonly sentence: string }
