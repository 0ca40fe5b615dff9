import { Loading, Page as PageFrame, Shape } from '#client/kit/page/page.tsx'
import css from '../pass-cards.module.css'

/** Where the passes will be. */
export function PassesShape() {
  return (
    <PageFrame>
      <Loading>
        <Shape width="12rem" height="3.2rem" round />
        <div className={css.cards}>
          {[1, 2, 3, 4].map(card => (
            <Shape key={card} height="18rem" round />
          ))}
        </div>
      </Loading>
    </PageFrame>
  )
}
