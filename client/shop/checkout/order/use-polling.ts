import { useEffect, useEffectEvent } from 'react'
import { tabStorage } from '#client/frame/storage/browser-storage.ts'
import { dropDraft, dropLeftover } from '../details/booking-draft.ts'
import { useOpenReservation } from '../frame/open-reservation.ts'

/**
 * Does `work` every so many milliseconds, one after the other, while the page is in sight; undefined stops. Coming back
 * to the page does it at once.
 */
export function usePolling(work: () => Promise<void>, everyMilliseconds: number | undefined): void {
  const doWork = useEffectEvent(work)
  useEffect(() => {
    if (everyMilliseconds === undefined) return
    let isStopped = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const plan = () => {
      clearTimeout(timer)
      if (!isStopped) timer = setTimeout(once, everyMilliseconds)
    }
    const once = () => {
      clearTimeout(timer)
      if (document.hidden) return
      void doWork().finally(plan)
    }
    plan()
    document.addEventListener('visibilitychange', once)
    return () => {
      isStopped = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', once)
    }
  }, [everyMilliseconds])
}

/** The order went through: nothing typed for it needs keeping any more. */
export function useOrderDone(): void {
  const { place } = useOpenReservation()
  useEffect(() => {
    dropDraft(tabStorage, place)
    dropLeftover(tabStorage, place)
  }, [place])
}
