import { filePath, pathTo } from '#contract/paths.ts'
import { Button } from '#client/kit/button/button.tsx'
import { FieldFrame, type FieldTexts, controlProps } from '#client/kit/field/field.tsx'
import { useT } from '#client/language/language-context.ts'
import type { Shape } from '../parts/crop/shapes.ts'
import { usePicture } from '../parts/crop/use-picture.tsx'
import css from './settings.module.css'

type ImageFieldProps = FieldTexts & {
  readonly value: string
  readonly shapes: readonly Shape[]
  readonly onChange: (value: string) => void
}

/** A picture: chosen, cut, sent, shown, and taken away. */
export function ImageField({ value, shapes, onChange, ...texts }: ImageFieldProps) {
  const t = useT()
  const { choose, step } = usePicture(shapes, onChange)
  return (
    <FieldFrame {...texts}>
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
        {...controlProps(texts)}
        type="file"
        accept="image/*"
        onChange={event => {
          choose(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      {step}
    </FieldFrame>
  )
}
