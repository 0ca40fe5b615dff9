import { type ReactNode, useState } from 'react'
import { MailQuestion } from './mail-question.tsx'

type Field = { readonly id: string; readonly value: string; readonly onTake: (address: string) => void }

type Question = {
  /** For the field: the visitor has left it. */
  readonly onBlur: (event: { readonly target: { readonly value: string } }) => void
  readonly question: ReactNode
}

/** Asks about an address that looks mistyped once its field was left; who takes the other one is back in the field. */
export function useMailQuestion({ id, value, onTake }: Field): Question {
  const [typed, setTyped] = useState('')
  const take = (address: string) => {
    onTake(address)
    document.getElementById(id)?.focus()
  }
  return {
    onBlur: ({ target }) => setTyped(target.value),
    question: <MailQuestion typed={typed} present={value} onTake={take} />,
  }
}
