import { useRef } from 'react'
import { Button, TextButton } from '#client/kit/button/button.tsx'
import { FieldError } from '#client/kit/field/field.tsx'
import { useT } from '#client/language/language-context.ts'
import { type Path, controlId, textOf, valueAt } from '../member.ts'
import { OFFER_SHAPES } from '../../parts/crop/shapes.ts'
import { usePicture } from '../../parts/crop/use-picture.tsx'
import { useDropped } from '../../parts/use-dropped.ts'
import { useFields } from './field-context.ts'
import css from './fields.module.css'

/** The picture: dropped or chosen, cut by hand, made small by the shop; shown as buyers will see it. */
export function ImageField({ path }: { readonly path: Path }) {
  const t = useT()
  const { draft, change, problemOf } = useFields()
  const { choose, step } = usePicture(OFFER_SHAPES, stored => change(path, stored))
  const input = useRef<HTMLInputElement>(null)
  const zone = useDropped(choose)
  const id = controlId(path)
  const imageId = textOf(valueAt(draft, path))

  return (
    <section ref={zone} className={css.image} aria-label={t('foyer.desk.member.imageId')}>
      <h3>{t('foyer.desk.member.imageId')}</h3>
      <FieldError id={id} error={problemOf(path)} />
      {imageId !== '' && <img src={`/file/${imageId}`} alt={t('foyer.desk.image.alt')} />}
      <p className="soft">{t('foyer.desk.image.hint')}</p>
      <div className={css.acts}>
        <Button tone="quiet" onClick={() => input.current?.click()}>
          {t(imageId === '' ? 'foyer.desk.image.choose' : 'foyer.desk.image.replace')}
        </Button>
        {imageId !== '' && <TextButton onClick={() => change(path, '')}>{t('foyer.desk.image.remove')}</TextButton>}
      </div>
      <input
        ref={input}
        id={id}
        type="file"
        accept="image/*"
        hidden
        aria-label={t('foyer.desk.member.imageId')}
        onChange={event => {
          choose(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      {step}
    </section>
  )
}
