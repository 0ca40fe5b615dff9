import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { WireProblem } from '#client/frame/calls/call-result.ts'
import { tabStorage } from '#client/frame/storage/browser-storage.ts'
import { dropPin, keepPin, keptPin } from '../../poll-pin/kept-pin.ts'
import { typedPin } from '../pin/typed-pin.ts'

export type PinInUse = {
  /** Empty: it has to be asked for. */
  readonly pin: string
  /** The one before, where there was something wrong with it. */
  readonly tried: string
  /** Why the one before was given up. */
  readonly problem: WireProblem | undefined
  enter(pin: string): void
  leave(problem?: WireProblem): void
}

/** The PIN of this visit: as the address brings it, which it leaves at once, or as it was entered before. */
export function usePin(shortName: string): PinInUse {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const brought = pinIn(search)
  const [setting, setSetting] = useState<Pick<PinInUse, 'pin' | 'tried' | 'problem'>>(() =>
    using(brought || keptPin(tabStorage, shortName)),
  )

  useEffect(() => {
    if (!new URLSearchParams(search).has('pin')) return
    if (brought !== '') {
      keepPin(tabStorage, shortName, brought)
      setSetting(using(brought))
    }
    void navigate({ pathname, search: withoutPin(search), hash }, { replace: true })
  }, [brought, shortName, pathname, search, hash, navigate])

  return {
    ...setting,
    enter: pin => {
      keepPin(tabStorage, shortName, pin)
      setSetting(using(pin))
    },
    leave: problem => {
      dropPin(tabStorage, shortName)
      setSetting({ pin: '', tried: problem ? setting.pin : '', problem })
    },
  }
}

const using = (pin: string) => ({ pin, tried: '', problem: undefined })

const pinIn = (search: string): string => typedPin(new URLSearchParams(search).get('pin') ?? '')

function withoutPin(search: string): string {
  const query = new URLSearchParams(search)
  query.delete('pin')
  return query.toString()
}
