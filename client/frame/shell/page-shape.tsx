import { useT } from '#client/language/language-context.ts'
import { Loading, Page, Shape, TextShape } from '#client/kit/page/page.tsx'
import css from './shell.module.css'

/** The placeholder for a page that isn't here yet. */
export function PageShape() {
  const t = useT()
  return (
    <div className={css.shape}>
      <Page>
        <h1 className="unseen">{t('foyer.loading')}</h1>
        <Loading>
          <Shape width="24rem" height="3rem" round />
          <TextShape lines={3} />
          <Shape height="9rem" round />
        </Loading>
      </Page>
    </div>
  )
}
