import { type CallResult, problemText } from '#client/frame/calls/call-result.ts'
import { useSending } from '#client/frame/forms/sent-form.tsx'
import { Button } from '#client/kit/button/button.tsx'
import { useToast } from '#client/kit/notice/notice.tsx'
import { useT } from '#client/language/language-context.ts'
import css from './press.module.css'

type PressProps<Value> = {
  readonly call: () => Promise<CallResult<Value>>
  readonly name: string
  /** Text key of what is said once it is done. */
  readonly done: string | ((value: Value) => string)
  readonly onChanged: () => unknown
}

/** One call by one press; what it was refused for is beside the button. */
export function Press<Value>({ call, name, done, onChanged }: PressProps<Value>) {
  const t = useT()
  const toast = useToast()
  const { send, isSending, problems } = useSending()
  const press = () =>
    send(call, async answer => {
      if (answer.kind !== 'done') return
      toast(t(typeof done === 'string' ? done : done(answer.value)), 'good')
      await onChanged()
    })
  return (
    <span className={css.act}>
      <Button tone="quiet" busy={isSending} onClick={() => void press()}>
        {name}
      </Button>
      {problems && <span role="alert">{problems.list.map(problem => problemText(t, problem)).join(' ')}</span>}
    </span>
  )
}
