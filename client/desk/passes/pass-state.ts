import type { ListedDeskPass } from '#contract/desk-pass.ts'

type State = { readonly key: string; readonly tone: 'good' | 'off' | 'warn' }

/** The state of a pass in a word, and how it is drawn. */
export const PASS_STATES: Readonly<Record<ListedDeskPass['status'], State>> = {
  PUBLIC: { key: 'foyer.desk.state.public', tone: 'good' },
  DRAFT: { key: 'foyer.desk.pass.state.draft', tone: 'off' },
  DISABLED: { key: 'foyer.desk.pass.state.disabled', tone: 'warn' },
}
