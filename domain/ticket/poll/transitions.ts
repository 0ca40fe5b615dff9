/** The states of a poll: being written, taking votes, over. */
export const POLL_STATUSES = ['DRAFT', 'OPEN', 'CLOSED'] as const

export type PollStatus = (typeof POLL_STATUSES)[number]

/** The legal moves (domain rules 9): once votes may have been given, it is never a draft again. */
export const POLL_TRANSITIONS = {
  DRAFT: ['OPEN'],
  OPEN: ['CLOSED'],
  CLOSED: ['OPEN'],
} as const satisfies Record<PollStatus, readonly PollStatus[]>

/** Also true for a poll that has that status already. */
export function canMovePoll(from: PollStatus, to: PollStatus): boolean {
  return from === to || (POLL_TRANSITIONS[from] as readonly PollStatus[]).includes(to)
}
