import type { ReactNode } from 'react'
import { Frame, type FrameState } from '#client/frame/frame.tsx'

/** The page of a door, inside a router; its bar is its own, because it names the door. Drawn in the browser alone. */
export function App({ children, ...state }: FrameState & { readonly children: ReactNode }) {
  return (
    <Frame {...state} bar={<></>} dialogs={null}>
      {children}
    </Frame>
  )
}
