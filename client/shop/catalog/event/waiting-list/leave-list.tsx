import { useState } from 'react'
import { Button } from '#client/kit/button/button.tsx'
import { useToast } from '#client/kit/notice/notice.tsx'
import { useT } from '#client/language/language-context.ts'
import { useLeaveList } from './use-place.ts'

export type LeaveListProps = { readonly shortName: string; readonly wide?: boolean }

/** Leaves the list in one press, and says so. */
export function Part({ shortName, wide = false }: LeaveListProps) {
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
