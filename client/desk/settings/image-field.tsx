import { useState } from 'react'
import { deskImagesPath, filePath, pathTo } from '#contract/paths.ts'
import { Button } from '#client/kit/button/button.tsx'
import { FieldFrame, type FieldTexts, controlProps } from '#client/kit/field/field.tsx'
import { useT } from '#client/language/language-context.ts'
import css from './settings.module.css'

type ImageFieldProps = FieldTexts & { readonly value: string; readonly onChange: (value: string) => void }

/** A picture: chosen, sent, shown, and taken away. */
export function ImageField({ value, onChange, ...texts }: ImageFieldProps) {
  const t = useT()
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<string>()
  const error = failure ?? texts.error
  const send = async (file: File | undefined) => {
    if (!file || isSending) return
    setSending(true)
    const id = await upload(file).finally(() => setSending(false))
    setFailure(id === undefined ? t('foyer.desk.setting.image-failed') : undefined)
    if (id !== undefined) onChange(id)
  }
  return (
    <FieldFrame {...texts} error={error}>
      {value !== '' && (
        <div className={css.picture}>
          <img src={pathTo(filePath, { digest: value })} alt={t('foyer.desk.setting.image-now')} />
          <Button tone="quiet" onClick={() => onChange('')}>
            {t('foyer.desk.setting.image-remove')}
            <span className="unseen">: {texts.label}</span>
          </Button>
        </div>
      )}
      <input
        {...controlProps({ ...texts, error })}
        type="file"
        accept="image/*"
        aria-busy={isSending}
        onChange={event => void send(event.target.files?.[0])}
      />
    </FieldFrame>
  )
}

/** Id of the stored picture; undefined where the shop did not take it. */
async function upload(file: File): Promise<string | undefined> {
  try {
    const answer = await fetch(deskImagesPath, {
      method: 'POST',
      headers: { 'content-type': file.type || 'application/octet-stream' },
      body: file,
    })
    const stored: unknown = answer.ok ? await answer.json() : undefined
    const isStored = typeof stored === 'object' && stored !== null && 'imageId' in stored
    return isStored && typeof stored.imageId === 'string' ? stored.imageId : undefined
  } catch {
    return undefined
  }
}
