import { useQuery } from '#client/frame/calls/use-query.tsx'
import { useParams } from '#client/routing/router.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { isSection } from '../../settings/sections.ts'
import { SettingsPage } from '../../settings/settings-page.tsx'
import { passQuery } from '../calls.ts'
import { PassHead, titleOfPass } from '../pass-head.tsx'
import { useLanguage } from '#client/language/language-context.ts'

/** Settings of one pass: each says where its value comes from, and is put back in one press. */
export function Page() {
  const { passId = '', section } = useParams()
  const { language } = useLanguage()
  const query = useQuery(passQuery(passId))
  return (
    <Loaded query={query}>
      {pass => (
        <SettingsPage
          key={pass.id}
          place={{ organizationId: pass.organizationId, passId: pass.id }}
          section={isSection(section) ? section : 'tickets'}
          title={titleOfPass(pass, language)}
          head={<PassHead pass={pass} reload={query.refetch} />}
        />
      )}
    </Loaded>
  )
}
