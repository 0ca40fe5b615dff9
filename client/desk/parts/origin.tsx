import { TextButton } from '#client/kit/button/button.tsx'
import { useT } from '#client/language/language-context.ts'
import css from './origin.module.css'

/** Who has decided what a setting is, as the organiser's API names it. */
export type SettingOrigin = 'FOYER' | 'ENVIRONMENT' | 'SHOP' | 'ORGANIZATION' | 'EVENT'

type OriginProps = {
  /** Of the setting, for who listens. */
  readonly name: string
  readonly origin: SettingOrigin
  /** There is no value at all. */
  readonly isNothing?: boolean
  /** It is stated right here, or is about to be. */
  readonly isHere: boolean
  /** What it is without a statement here, and who says so; left out where that is not shown. */
  readonly otherwise?: { readonly value: string; readonly origin: SettingOrigin } | undefined
  /** Leaves it to what it is otherwise; left out where it can't be changed. */
  readonly onPutBack?: (() => void) | undefined
}

/** Says below a setting where its value comes from, and puts it back to what it is otherwise. */
export function Origin({ name, origin, isNothing = false, isHere, otherwise, onPutBack }: OriginProps) {
  const t = useT()
  if (!isHere)
    return <p className={css.origin}>{isNothing ? t('foyer.desk.origin.nothing') : t(`foyer.desk.origin.${origin}`)}</p>
  return (
    <p className={css.origin} data-here>
      <span>{t('foyer.desk.origin.here')}</span>
      {onPutBack && (
        <TextButton onClick={onPutBack}>
          {otherwise && otherwise.value !== ''
            ? t('foyer.desk.origin.put-back-to', otherwise.value)
            : t('foyer.desk.origin.put-back')}
          <span className="unseen">: {name}</span>
        </TextButton>
      )}
    </p>
  )
}
