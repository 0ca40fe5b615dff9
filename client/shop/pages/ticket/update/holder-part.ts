import { useT } from '#client/language/language-context.ts'
import type { Event } from '#contract/event.ts'
import type { Ticket } from '#contract/ticket.ts'
import type { HolderValues } from './holder-values.ts'
import type { Saving } from './use-saving.ts'

/** What each part of the form works with. */
export type HolderPartProps = {
  readonly event: Event
  readonly ticket: Ticket
  readonly values: HolderValues
  readonly change: (changed: Partial<HolderValues>) => void
  readonly saving: Saving
}

/** The text of what was refused about a control. */
export function useErrorText({ refusal }: Saving): (id: string) => string | undefined {
  const t = useT()
  return id => {
    const problem = refusal?.fields.find(({ field }) => field === id)
    return problem && t(problem.code, ...problem.args)
  }
}
