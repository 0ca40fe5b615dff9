import { useQuery } from '@tanstack/react-query'
import type { User } from '#contract/user.ts'
import { meQuery } from './me-query.ts'

/** The signed-in visitor; null: not signed in, as far as is known; undefined: not known yet. */
export function useMe(): User | null | undefined {
  const { data, isPending } = useQuery(meQuery())
  return isPending ? undefined : (data ?? null)
}
