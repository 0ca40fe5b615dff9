import { useQuery } from '@tanstack/react-query'
import { infoQuery } from '#client/frame/calls/queries.ts'
import { PageShape } from '#client/frame/shell/shell.tsx'
import { ButtonAnchor, Link } from '#client/kit/button/button.tsx'
import { Page as PageFrame, PageTitle, Section, useTabTitle } from '#client/kit/page/page.tsx'
import { useT } from '#client/language/language-context.ts'
import { myDataPath } from '#contract/account-paths.ts'
import type { User } from '#contract/user.ts'
import { ForSignedIn } from '../for-signed-in.tsx'
import { DeleteProfile } from './delete-profile.tsx'
import { ProfileForm } from './profile-form.tsx'
import css from './profile.module.css'

/** What the shop keeps of a signed-in visitor, and how to delete it. */
export function Page() {
  return <ForSignedIn>{me => <MyProfile key={me.emailAddress} me={me} />}</ForSignedIn>
}

function MyProfile({ me }: { readonly me: User }) {
  const t = useT()
  const { data: info } = useQuery(infoQuery())
  useTabTitle(`${t('user.menu.my-profile')} · Foyer`)
  if (!info) return <PageShape />
  return (
    <PageFrame narrow>
      <div className={css.page}>
        <div className={css.head}>
          <PageTitle quiet>{t('user.menu.my-profile')}</PageTitle>
          <p className="soft">{t('my-profile.description')}</p>
        </div>
        <ProfileForm me={me} invoicing={info.invoicingConfiguration} />
        <Section title={t('foyer.my-profile.data.title')} id="data">
          <div className={css.part}>
            <p>{t('foyer.my-profile.data.text')}</p>
            <ButtonAnchor tone="quiet" href={myDataPath} download>
              {t('foyer.my-profile.data.download')}
            </ButtonAnchor>
          </div>
        </Section>
        {me.external && <DeleteProfile />}
        <p>
          <Link to="/">{t('foyer.my-profile.home')}</Link>
        </p>
      </div>
    </PageFrame>
  )
}
