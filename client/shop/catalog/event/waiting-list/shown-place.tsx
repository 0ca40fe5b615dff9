import { lazyPart } from '#client/frame/early/lazy-part.tsx'
import type { Translate } from '#client/language/language-context.ts'
import { useQuery } from '#client/frame/calls/use-query.tsx'
import type { WaitingPlace } from '#contract/waiting-list.ts'
import type { LeaveListProps } from './leave-list.tsx'
import { placeKey } from './place-key.ts'

/** The visitor's place on the list, once the form, which is loaded late, has read it. */
export const useShownPlace = (shortName: string): WaitingPlace | null | undefined =>
  useQuery<WaitingPlace | null>({ queryKey: placeKey(shortName), enabled: false }).data

/** How many are before the visitor, or that a ticket is held. */
export function placeText({ before, isOffered }: WaitingPlace, t: Translate): string {
  if (isOffered) return t('foyer.waiting.offered')
  return before === 0 ? t('foyer.waiting.first') : t('foyer.waiting.before', before)
}

/** The way off the list, loaded late like the list itself. */
export const leaveList = lazyPart<LeaveListProps>(() => import('./leave-list.tsx'))
