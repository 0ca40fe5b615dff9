import { useEffect, useState } from 'react'
import { shopNow } from '#client/frame/calls/session.ts'
import { type Instant, instant } from '#domain/foundation/instant.ts'

/** The shop's time, updated each second: rooms open by it, whatever clock the visitor has. */
export function useShopTime(): Instant {
  const [now, setNow] = useState(() => instant(shopNow()))
  useEffect(() => {
    const timer = setInterval(() => setNow(instant(shopNow())), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}
