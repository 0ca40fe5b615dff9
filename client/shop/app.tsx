import type { ReactNode } from 'react'
import { Frame, type FrameState } from '#client/frame/frame.tsx'
import { AccountSlot } from './access/account-slot.tsx'
import { ChallengeHost } from './shell/challenge/challenge-host.tsx'
import { HeldSlot } from './checkout/held/held-slot.tsx'
import { Companions } from './shell/companions.tsx'

/** The whole shop, inside a router; `children` is the page. The same on the server and in the browser. */
export function App({ children, ...state }: FrameState & { readonly children: ReactNode }) {
  return (
    <Frame
      {...state}
      companions={<Companions />}
      account={<AccountSlot />}
      notices={<HeldSlot />}
      dialogs={<ChallengeHost />}
    >
      {children}
    </Frame>
  )
}
