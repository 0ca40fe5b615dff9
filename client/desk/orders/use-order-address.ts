import { useLocation, useNavigate } from '#client/routing/router.tsx'

/** Which order is open, by the address, so that a link leads to it and "back" closes it. */
export function useOrderAddress() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const address = new URLSearchParams(search)
  const opened = address.get('order')
  const at = (orderId: string | null) => {
    const next = new URLSearchParams(search)
    if (orderId === null) next.delete('order')
    else next.set('order', orderId)
    return { pathname, search: next.toString() }
  }
  return {
    opened,
    at,
    /** In place of another one that is open, so that "back" leads to the list. */
    open: (orderId: string) => navigate(at(orderId), { replace: opened !== null }),
    close: () => {
      navigate(at(null), { replace: true })
      // After the page is drawn anew.
      if (opened !== null) requestAnimationFrame(() => document.getElementById(`order-${opened}`)?.focus())
    },
  }
}
