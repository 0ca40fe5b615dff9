import { Loading, Page, Shape, TextShape } from '#client/kit/page/page.tsx'

/** Where the event will be. */
export function EventShape() {
  return (
    <Page>
      <Loading>
        <Shape width="4.75rem" height="5.6rem" />
        <Shape width="min(34rem, 90%)" height="3.4rem" round />
        <TextShape lines={4} />
        <Shape height="7rem" round />
        <Shape height="7rem" round />
      </Loading>
    </Page>
  )
}

/** Where the tickets will be. */
export function TicketsShape() {
  return (
    <Loading>
      <Shape height="7rem" round />
      <Shape height="7rem" round />
    </Loading>
  )
}
