import { useEffect, useEffectEvent, useRef } from 'react'

/** For an element onto which files are dropped: beside the button, which does the same for all. */
export function useDropped(onFile: (file: File | undefined) => void) {
  const zone = useRef<HTMLElement>(null)
  const take = useEffectEvent(onFile)
  useEffect(() => {
    const element = zone.current
    const onOver = (event: DragEvent) => event.preventDefault()
    const onDrop = (event: DragEvent) => {
      event.preventDefault()
      take(event.dataTransfer?.files[0])
    }
    element?.addEventListener('dragover', onOver)
    element?.addEventListener('drop', onDrop)
    return () => {
      element?.removeEventListener('dragover', onOver)
      element?.removeEventListener('drop', onDrop)
    }
  }, [])
  return zone
}
