import { useEffect, useState } from 'react'
import { shopNow } from '#client/frame/calls/session.ts'

const LOOK_MILLISECONDS = 15_000

/** Is this moment over, by the shop's clock? Becomes true while the page is open, too. */
export function useOverdue(deadline: number): boolean {
  const [isOver, setOver] = useState(() => deadline <= shopNow())
  useEffect(() => {
    const look = () => setOver(deadline <= shopNow())
    look()
    const timer = setInterval(look, LOOK_MILLISECONDS)
    return () => clearInterval(timer)
  }, [deadline])
  return isOver
}
