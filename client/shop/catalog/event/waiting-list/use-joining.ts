import { useEffect, useState } from 'react'
import { tabStorage } from '#client/frame/storage/browser-storage.ts'
import { type Failure, type WireProblem, explain } from '#client/frame/calls/call-result.ts'
import { subscribeToWaitingList } from '../../../shell/calls/waiting-list.ts'
import { type Refusal, refusedFields, stillWrong } from '#client/frame/forms/refused-fields.ts'
import { useLanguage } from '#client/language/language-context.ts'
import {
  type WaitingValues,
  blankValues,
  draftOf,
  dropDraft,
  formOf,
  isControl,
  keepDraft,
  missingParts,
} from './waiting-values.ts'

export type Joining = {
  readonly values: WaitingValues
  change(part: Partial<WaitingValues>): void
  readonly state: 'open' | 'sending' | 'joined'
  /** What is wrong with the present values of its fields. */
  readonly problems: readonly WireProblem[]
  readonly refusal: Refusal | undefined
  join(): Promise<void>
}

type JoiningProps = {
  readonly shortName: string
  readonly needsTerms: boolean
  readonly needsPrivacy: boolean
}

const NOT_JOINED: WireProblem = { field: '', code: 'show-event.sold-out.subscription-error', args: [] }

/** The form of the waiting list: what is typed stays, whatever becomes of it. */
export function useJoining({ shortName, needsTerms, needsPrivacy }: JoiningProps): Joining {
  const { language } = useLanguage()
  const [values, setValues] = useState(() => blankValues(language, needsTerms))
  const [hasChosenLanguage, setChosenLanguage] = useState(false)
  const [state, setState] = useState<Joining['state']>('open')
  const [refusal, setRefusal] = useState<Refusal>()

  // After hydration only: the server can't know it.
  useEffect(() => setValues(blank => draftOf(tabStorage, shortName, blank)), [shortName])

  const shown = hasChosenLanguage ? values : { ...values, language }
  const change = (part: Partial<WaitingValues>) => {
    const changed = { ...shown, ...part }
    if (part.language !== undefined) setChosenLanguage(true)
    keepDraft(tabStorage, shortName, changed)
    setValues(changed)
  }
  const refuse = (found: readonly WireProblem[]) => {
    setState('open')
    const fields = refusedFields(
      found.filter(({ field }) => isControl(field)),
      formOf(shown, needsPrivacy),
    )
    setRefusal({ fields, global: found.filter(({ field }) => !isControl(field)) })
  }
  async function join() {
    const missing = missingParts(shown, needsPrivacy)
    if (missing.length > 0) return refuse(missing)
    setState('sending')
    const answer = await subscribeToWaitingList(shortName, formOf(shown, needsPrivacy))
    if (answer.kind !== 'done') return refuse(reasonsOf(answer))
    if (!answer.value) return refuse([NOT_JOINED])
    dropDraft(tabStorage, shortName)
    setState('joined')
  }
  // A name or a tick that is taken away again is missing again.
  const isMissing = (field: string) => missingParts(shown, needsPrivacy).find(missing => missing.field === field)
  const problems = stillWrong(refusal?.fields ?? [], formOf(shown, needsPrivacy), isMissing)
  return { values: shown, change, state, problems, refusal, join }
}

/** A failed network and too many requests have texts of their own; all else is the list's own failure. */
function reasonsOf(failure: Failure): readonly WireProblem[] {
  const isOther = failure.kind === 'failed' || failure.kind === 'missing'
  return isOther ? [NOT_JOINED] : explain(failure)
}
