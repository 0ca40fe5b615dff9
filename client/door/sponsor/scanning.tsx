import { type FormEvent, useState } from 'react'
import { problemText } from '#client/frame/calls/call-result.ts'
import { Button } from '#client/kit/button/button.tsx'
import { TextField } from '#client/kit/field/field.tsx'
import { Icon } from '#client/kit/mark/mark.tsx'
import { useT } from '#client/language/language-context.ts'
import { MAX_CODE_LENGTH } from '#domain/door/door-scan/read-code.ts'
import { Camera } from '../camera/camera.tsx'
import door from '../door.module.css'
import type { ScanAnswer, SponsorState } from './sponsor-device.ts'
import css from './sponsor.module.css'

type ScanningProps = {
  readonly state: SponsorState
  readonly isScanning: boolean
  readonly onCode: (code: string) => Promise<unknown>
}

/** Scans by the camera or a typed code, and says what came of it. */
export function Scanning({ state: { answer }, isScanning, onCode }: ScanningProps) {
  const t = useT()
  if (!isScanning) return <p className={door.sheet}>{t('foyer.sponsor.over')}</p>
  return (
    <>
      <Camera onCode={code => void onCode(code)} />
      <div role="status">{answer && <Answer answer={answer} />}</div>
      <Typed onCode={onCode} />
    </>
  )
}

function Answer({ answer }: { readonly answer: ScanAnswer }) {
  const t = useT()
  const isRefused = answer.kind === 'refused'
  return (
    <p className={css.answer} data-kind={answer.kind}>
      <Icon name={isRefused ? 'alert' : 'check'} />
      <span>{isRefused ? problemText(t, answer.problem) : t(`foyer.sponsor.${answer.kind}`, answer.lead.name)}</span>
    </p>
  )
}

/** A code by hand: what is typed stays until it has arrived. */
function Typed({ onCode }: Pick<ScanningProps, 'onCode'>) {
  const t = useT()
  const [code, setCode] = useState('')
  const [isEmpty, setEmpty] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const typed = code.trim()
    setEmpty(typed === '')
    if (typed === '') return
    void onCode(typed)
    setCode('')
  }
  return (
    <form onSubmit={submit} className={`${door.sheet} ${door.finder}`} noValidate>
      <TextField
        id="code"
        label={t('foyer.sponsor.code')}
        hint={t('foyer.sponsor.code.hint')}
        error={isEmpty ? t('foyer.sponsor.code.empty') : undefined}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={MAX_CODE_LENGTH}
        value={code}
        onChange={event => setCode(event.target.value)}
      />
      <Button type="submit" tone="quiet">
        {t('foyer.sponsor.code.do')}
      </Button>
    </form>
  )
}
