import { useState } from 'react'
import { Button } from '#client/kit/button/button.tsx'
import { useToast } from '#client/kit/notice/notice.tsx'
import { type Translate, useT } from '#client/language/language-context.ts'
import { useQuery } from '#client/frame/calls/use-query.tsx'
import type { WaitingPlace } from '#contract/waiting-list.ts'
import { placeKey } from './place-key.ts'
import { useLeaveList } from './use-place.ts'

/** The visitor's place on the list, once the form, which is loaded late, has read it. */
export const useShownPlace = (shortName: string): WaitingPlace | null | undefined =>
  useQuery<WaitingPlace | null>({ queryKey: placeKey(shortName), enabled: false }).data

/** How many are before the visitor, or that a ticket is held. */
export function placeText({ before, isOffered }: WaitingPlace, t: Translate): string {
  if (isOffered) return t('foyer.waiting.offered')
  return before === 0 ? t('foyer.waiting.first') : t('foyer.waiting.before', before)
}

/** Leaves the list in one press, and says so. */
export function LeaveList({ shortName, wide = false }: { readonly shortName: string; readonly wide?: boolean }) {
  const t = useT()
  const toast = useToast()
  const leave = useLeaveList(shortName)
  const [isLeaving, setIsLeaving] = useState(false)
  const leaveAndSay = async () => {
    setIsLeaving(true)
    const isLeft = await leave()
    setIsLeaving(false)
    toast(t(isLeft ? 'foyer.waiting.left' : 'error.generic'), isLeft ? 'good' : 'bad')
  }
  return (
    <Button tone="quiet" wide={wide} busy={isLeaving} onClick={() => void leaveAndSay()}>
      {t('foyer.waiting.leave')}
    </Button>
  )
}
