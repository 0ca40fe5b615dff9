import { Link } from '#client/kit/button/button.tsx'
import { useT } from '#client/language/language-context.ts'
import { deskAttendeesPagePath, deskEventPagePath, pathTo } from '#contract/paths.ts'
import { useMay } from '../session/me.ts'

type MessageHeadProps = { readonly eventId: number; readonly title: string }

/** Which event it is, and its people. */
export function MessageHead({ eventId, title }: MessageHeadProps) {
  const t = useT()
  const may = useMay()
  const mayOpen = may('manage-events') || may('manage-orders')
  return (
    <>
      {mayOpen ? (
        <Link to={pathTo(deskEventPagePath, { eventId })}>
          <bdi>{title}</bdi>
        </Link>
      ) : (
        <bdi>{title}</bdi>
      )}
      {' · '}
      <Link to={pathTo(deskAttendeesPagePath, { eventId })}>{t('foyer.desk.attendees')}</Link>
    </>
  )
}
