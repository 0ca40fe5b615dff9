import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import {
  type CallResult,
  type WireProblem,
  explain,
  httpStatusOf,
  problemText,
} from '#client/frame/calls/call-result.ts'
import { ErrorSummary } from '#client/kit/error-summary/error-summary.tsx'
import { useT } from '#client/language/language-context.ts'
import css from './sent-form.module.css'

/** What a call was refused for; another object for each refusal. */
export type Problems = { readonly list: readonly WireProblem[]; readonly status: number }

type Sending = {
  /** Makes a call, and only one at a time: pressing again meanwhile does nothing. `then` gets what came of it. */
  readonly send: <Value>(
    call: () => Promise<CallResult<Value>>,
    then: (result: CallResult<Value>) => unknown,
  ) => Promise<void>
  readonly isSending: boolean
  /** Of the last call; undefined where it succeeded. */
  readonly problems: Problems | undefined
}

/** What a form sends, and what was refused of it. */
export function useSending(): Sending {
  const [isSending, setSending] = useState(false)
  const [problems, setProblems] = useState<Problems>()
  const isUnderWay = useRef(false)
  async function send<Value>(call: () => Promise<CallResult<Value>>, then: (result: CallResult<Value>) => unknown) {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setSending(true)
    try {
      const result = await call()
      setProblems(result.kind === 'done' ? undefined : { list: explain(result), status: httpStatusOf(result) })
      await then(result)
    } finally {
      isUnderWay.current = false
      setSending(false)
    }
  }
  return { send, isSending, problems }
}

type FormProps = {
  readonly problems: Problems | undefined
  /** Above what was refused. */
  readonly title: string
  readonly children: ReactNode
  readonly onSubmit: () => unknown
  /** Id of the control of a field that a problem names; the field's own name where nothing is said. */
  readonly idOf?: (field: string) => string
}

/** A form with what was refused of it at its top; each problem leads to its field. The server alone judges the values. */
export function Form({ problems, title, children, onSubmit, idOf = field => field }: FormProps) {
  const t = useT()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void onSubmit()
  }
  const entries = (problems?.list ?? []).map(problem => ({
    text: problemText(t, problem),
    ...(problem.field !== '' && { target: idOf(problem.field) }),
  }))
  return (
    <form noValidate className={css.form} onSubmit={submit}>
      <ErrorSummary title={title} entries={entries} occasion={problems} status={problems?.status} />
      {children}
    </form>
  )
}

/** The sentence of a field's problem, for beside it. */
export function useProblemOf(problems: Problems | undefined): (field: string) => string | undefined {
  const t = useT()
  return field => {
    const found = problems?.list.find(problem => problem.field === field)
    return found && problemText(t, found)
  }
}
