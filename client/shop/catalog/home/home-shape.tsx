import { Loading, Page as PageFrame, Shape } from '#client/kit/page/page.tsx'
import css from './home.module.css'

/** Where the cards will be. */
export function HomeShape() {
  return (
    <PageFrame>
      <Loading>
        <div className={css.head}>
          <Shape width="16rem" height="3.2rem" round />
        </div>
        <div className={css.cards}>
          {[1, 2, 3].map(card => (
            <Shape key={card} height="22rem" round />
          ))}
        </div>
      </Loading>
    </PageFrame>
  )
}
