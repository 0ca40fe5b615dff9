import { useQuery } from '#client/frame/calls/use-query.tsx'
import { useHouseTitle } from '#client/kit/page/page.tsx'
import { useT } from '#client/language/language-context.ts'
import { Loaded } from '../parts/loaded.tsx'
import { Stack, Title, Work } from '../parts/work.tsx'
import { meQuery } from '../session/me.ts'
import { Identities } from './identities.tsx'
import { OwnName } from './own-name.tsx'
import { OwnPassword } from './own-password.tsx'
import { Passkeys } from './passkeys.tsx'
import { SecondFactor } from './second-factor.tsx'
import { Sessions } from './sessions.tsx'
import css from './account.module.css'

/** What a member keeps about themselves: name, ways to sign in, and where they are signed in. */
export function Page() {
  const t = useT()
  useHouseTitle(t('foyer.desk.account'))
  const query = useQuery(meQuery())
  return (
    <Loaded query={query}>
      {me => (
        <Work>
          <Title lead={me.email}>{t('foyer.desk.account')}</Title>
          <div className={css.halves}>
            <Stack>
              <OwnName me={me} onChanged={query.refetch} />
              <OwnPassword />
              <Sessions />
            </Stack>
            <Stack>
              <Passkeys me={me} onChanged={query.refetch} />
              <SecondFactor me={me} onChanged={query.refetch} />
              <Identities />
            </Stack>
          </div>
        </Work>
      )}
    </Loaded>
  )
}
