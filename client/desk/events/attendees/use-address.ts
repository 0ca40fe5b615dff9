import { useSearchParams } from '#client/routing/router.tsx'

type Part = 'q' | 'category' | 'entry' | 'state' | 'answer' | 'view' | 'question'

/** Changes parts of the address of the page; an empty text leaves one out. */
export function useChange(): (parts: Partial<Record<Part, string>>) => void {
  const [address, setAddress] = useSearchParams()
  return parts => {
    const next = new URLSearchParams(address)
    for (const [name, value] of Object.entries(parts)) {
      if (value === '') next.delete(name)
      else next.set(name, value)
    }
    setAddress(next, { replace: true })
  }
}
