import { type CallResult, type WireProblem, explain } from '#client/frame/calls/call-result.ts'

/** What a page does once a vote has been answered. */
export type AfterVote =
  | { readonly kind: 'thanks' }
  /** The poll or the option is not there any more. */
  | { readonly kind: 'gone' }
  /** The ticket may not vote any more: its PIN is asked for again. */
  | { readonly kind: 'pin'; readonly problem: WireProblem }
  /** The choice stays, and may be sent again. */
  | { readonly kind: 'told'; readonly problems: readonly WireProblem[] }

export function afterVote(answer: CallResult<boolean>): AfterVote {
  if (answer.kind === 'done') return { kind: 'thanks' }
  if (answer.kind !== 'refused') return { kind: 'told', problems: explain(answer) }
  const [problem] = answer.problems
  if (problem?.code === 'not_found') return { kind: 'gone' }
  return problem?.field === 'pin' ? { kind: 'pin', problem } : { kind: 'told', problems: answer.problems }
}
