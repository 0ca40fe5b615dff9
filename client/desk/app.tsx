import type { ReactNode } from 'react'
import { Frame, type FrameState } from '#client/frame/frame.tsx'
import { DeskBar } from './shell/desk-bar.tsx'
import { Dock } from './shell/dock.tsx'
import { Keys } from './shell/keys.tsx'

/** The desk, where organisers work, inside a router; `children` is the page. Drawn in the browser alone. */
export function App({ children, ...state }: FrameState & { readonly children: ReactNode }) {
  return (
    <Frame
      {...state}
      bar={<DeskBar />}
      dialogs={
        <>
          <Dock />
          <Keys />
        </>
      }
    >
      {children}
    </Frame>
  )
}
