import { Suspense, lazy, useEffect, useState } from 'react'
import { useLocation } from '#client/routing/router.tsx'
import css from './held-slot.module.css'
import { mayHold } from './may-hold.ts'

const HeldNotices = lazy(async () => ({ default: (await import('./held-notices.tsx')).HeldNotices }))

/** Below the bar: what the visitor holds. The early script keeps room for it before the page is painted (decision 20). */
export function HeldSlot() {
  const { key } = useLocation()
  const [isShown, setShown] = useState(false)
  useEffect(() => setShown(mayHold()), [key])
  return (
    <div className={css.slot}>
      <Suspense>{isShown && <HeldNotices />}</Suspense>
    </div>
  )
}
