import { useEffect } from 'react'

/**
 * The screen stays on while the page is in sight, so that neither a code is dark when it is one's turn at the door, nor the
 * telephone that reads it. The browser may refuse, as with a low battery; nothing depends on it.
 */
export function useScreenOn(): void {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return
    let isShown = true
    let lock: WakeLockSentinel | undefined
    // The browser releases it whenever the page is hidden.
    const request = async () => {
      if (document.visibilityState !== 'visible') return
      const granted = await navigator.wakeLock.request('screen').catch(() => undefined)
      if (isShown) lock = granted
      else await granted?.release()
    }
    const onSight = () => void request()
    onSight()
    document.addEventListener('visibilitychange', onSight)
    return () => {
      isShown = false
      document.removeEventListener('visibilitychange', onSight)
      void lock?.release().catch(() => undefined)
    }
  }, [])
}
