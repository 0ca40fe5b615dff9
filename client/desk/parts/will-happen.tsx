import { Notice } from '#client/kit/notice/notice.tsx'
import { useT } from '#client/language/language-context.ts'
import css from './will-happen.module.css'

type WillHappenProps = {
  readonly sentences: readonly string[]
  /** Something has changed since the plan that was shown before. */
  readonly isOther: boolean
  readonly heading?: 'h2' | 'h3'
}

/** What an action will do, before it is done. */
export function WillHappen({ sentences, isOther, heading: Heading = 'h3' }: WillHappenProps) {
  const t = useT()
  return (
    <>
      {isOther && <Notice tone="bad">{t('foyer.desk.order.act.other')}</Notice>}
      <Heading>{t('foyer.desk.order.act.will')}</Heading>
      <ol className={css.will}>
        {sentences.map((sentence, index) => (
          <li key={`${index} ${sentence}`} dir="auto">
            {sentence}
          </li>
        ))}
      </ol>
    </>
  )
}
