import type { Problem } from '#domain/foundation/problem.ts'

/** Worth asking about; the buyer may insist. */
export type DetailsWarning = { readonly code: string; readonly params: readonly string[] }

export type DetailsVerdict = { readonly problems: readonly Problem[]; readonly warnings: readonly DetailsWarning[] }

export const NOTHING_WRONG: DetailsVerdict = { problems: [], warnings: [] }
