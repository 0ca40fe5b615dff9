import { type RefObject, useEffect } from 'react'
import { useLocation } from '#client/routing/router.tsx'

/** Escape, a press elsewhere and another page close what is unfolded over a page. */
export function useClosing(menu: RefObject<HTMLDetailsElement | null>): void {
  const { key } = useLocation()
  useEffect(() => {
    if (menu.current) menu.current.open = false
  }, [key, menu])
  useEffect(() => {
    const onPress = ({ target }: MouseEvent) => {
      if (menu.current?.open && target instanceof Node && !menu.current.contains(target)) menu.current.open = false
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !menu.current?.open) return
      menu.current.open = false
      menu.current.querySelector('summary')?.focus()
    }
    addEventListener('click', onPress)
    addEventListener('keydown', onKey)
    return () => {
      removeEventListener('click', onPress)
      removeEventListener('keydown', onKey)
    }
  }, [menu])
}
