import { type ReactNode, useEffect, useRef } from 'react'
import { PageTitle } from '#client/kit/page/page.tsx'

type StepTitleProps = { readonly children: ReactNode; readonly takesFocus: boolean }

/** The heading of a step. The address stays the same from step to step, so that it takes the focus by itself. */
export function StepTitle({ takesFocus, children }: StepTitleProps) {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) frame.current?.querySelector('h1')?.focus()
  }, [takesFocus])
  return (
    <div ref={frame}>
      <PageTitle quiet>{children}</PageTitle>
    </div>
  )
}
