import { Loading, Page as PageFrame, Shape } from '#client/kit/page/page.tsx'
import css from './events.module.css'

/** Where the rows will be. */
export function EventsShape() {
  return (
    <PageFrame>
      <Loading>
        <div className={css.head}>
          <Shape width="14rem" height="3.2rem" round />
        </div>
        {[1, 2, 3, 4].map(row => (
          <Shape key={row} height="8rem" round />
        ))}
      </Loading>
    </PageFrame>
  )
}
