import { Loading, Page as PageFrame, Shape, TextShape } from '#client/kit/page/page.tsx'

/** Where the pass will be. */
export function PassShape() {
  return (
    <PageFrame>
      <Loading>
        <Shape width="min(34rem, 90%)" height="3.4rem" round />
        <TextShape lines={4} />
        <Shape height="9rem" round />
      </Loading>
    </PageFrame>
  )
}
