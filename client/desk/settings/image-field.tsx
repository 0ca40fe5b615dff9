import { filePath, pathTo } from '#contract/paths.ts'
import { Button } from '#client/kit/button/button.tsx'
import { FieldFrame, type FieldTexts, controlProps } from '#client/kit/field/field.tsx'
import { useT } from '#client/language/language-context.ts'
import { useImageUpload } from '../parts/use-image-upload.ts'
import css from './settings.module.css'

type ImageFieldProps = FieldTexts & { readonly value: string; readonly onChange: (value: string) => void }

/** A picture: chosen, sent, shown, and taken away. */
export function ImageField({ value, onChange, ...texts }: ImageFieldProps) {
  const t = useT()
  const { send, isSending, problem } = useImageUpload(onChange)
  const error = problem ?? texts.error
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
