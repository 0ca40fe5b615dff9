import { filePath, pathTo } from '#contract/paths.ts'
import { Button } from '#client/kit/button/button.tsx'
import type { FieldTexts } from '#client/kit/field/field.tsx'
import { useT } from '#client/language/language-context.ts'
import type { Shape } from '../parts/crop/shapes.ts'
import { usePicture } from '../parts/crop/use-picture.tsx'
import { FileField } from '../parts/file-field.tsx'

type ImageFieldProps = FieldTexts & {
  readonly value: string
  readonly shapes: readonly Shape[]
  readonly onChange: (value: string) => void
}

/** A picture: chosen, cut, sent, shown, and taken away. */
export function ImageField({ value, shapes, onChange, ...texts }: ImageFieldProps) {
  const t = useT()
  const { choose, step } = usePicture(shapes, onChange)
  const isThere = value !== ''
  return (
    <>
      <FileField
        {...texts}
        choose={t(isThere ? 'foyer.desk.image.replace' : 'foyer.desk.image.choose')}
        accept="image/*"
        onChoose={choose}
        chosen={isThere && <img src={pathTo(filePath, { digest: value })} alt={t('foyer.desk.setting.image-now')} />}
      >
        {isThere && (
          <Button tone="quiet" onClick={() => onChange('')}>
            {t('foyer.desk.setting.image-remove')}
            <span className="unseen">: {texts.label}</span>
          </Button>
        )}
      </FileField>
      {step}
    </>
  )
}
