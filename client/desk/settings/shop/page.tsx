import { deskOrganizationsPagePath } from '#contract/paths.ts'
import { may } from '#domain/access/principal/principal.ts'
import { Link } from '#client/kit/button/button.tsx'
import { useT } from '#client/language/language-context.ts'
import { Navigate, useParams } from '#client/routing/router.tsx'
import { memberOf, useMe } from '../../session/me.ts'
import { isSection } from '../sections.ts'
import { SettingsPage } from '../settings-page.tsx'

/** Settings of the whole shop; those who work for organisations alone are led to theirs. */
export function Page() {
  const t = useT()
  const me = useMe()
  const { section } = useParams()
  if (me && !may(memberOf(me), 'administer-shop', 'shop')) return <Navigate to={deskOrganizationsPagePath} replace />
  return (
    <SettingsPage
      place={OF_SHOP}
      section={isSection(section) ? section : 'shop'}
      title={t('foyer.desk.settings')}
      lead={
        <>
          {t('foyer.desk.settings.lead')}{' '}
          <Link to={deskOrganizationsPagePath}>{t('foyer.desk.settings.organizations')}</Link>
        </>
      }
    />
  )
}

const OF_SHOP = { organizationId: null }
