import { type RefObject, useCallback, useRef, useState } from 'react'
import type { FormState, ShownForm } from '#client/shop/payment/methods/payment-form.ts'

/** The form of the chosen provider, where it has one on this page. */
export type FormChoice = {
  readonly state: FormState
  readonly shown: RefObject<ShownForm | undefined>
  /** With `only`, it changes a form in that state, and no other. */
  readonly told: (state: FormState, only?: FormState) => void
  readonly take: (shown: ShownForm | undefined) => void
}

export function useFormChoice(): FormChoice {
  const [state, setState] = useState<FormState>('loading')
  const shown = useRef<ShownForm>(undefined)
  const told = useCallback(
    (next: FormState, only?: FormState) => setState(known => (only && known !== only ? known : next)),
    [],
  )
  const take = useCallback((form: ShownForm | undefined) => {
    shown.current = form
  }, [])
  return { state, shown, told, take }
}
