import { useQuery } from '#client/frame/calls/use-query.tsx'
import { infoQuery } from '#client/frame/calls/queries.ts'
import { PageShape } from '#client/frame/shell/shell.tsx'
import { Button, ButtonAnchor, Link } from '#client/kit/button/button.tsx'
import { Page as PageFrame, PageTitle, Section, useHouseTitle } from '#client/kit/page/page.tsx'
import { useT } from '#client/language/language-context.ts'
import { myDataPath } from '#contract/account-paths.ts'
import type { User } from '#contract/user.ts'
import { ForSignedIn, deleteProfile, explainToOwner } from '../for-signed-in.tsx'
import { ProfileForm } from './profile-form.tsx'
import { useState } from 'react'
import { tabStorage } from '#client/frame/storage/browser-storage.ts'
import { Dialog } from '#client/kit/dialog/dialog.tsx'
import { CheckboxField } from '#client/kit/field/field.tsx'
import { useToast } from '#client/kit/notice/notice.tsx'
import { rememberFarewell } from '../../../access/sign-in.tsx'
import css from './profile.module.css'

/** What the shop keeps of a signed-in visitor, and how to delete it. */
export function Page() {
  return <ForSignedIn>{me => <MyProfile key={me.emailAddress} me={me} />}</ForSignedIn>
}

function MyProfile({ me }: { readonly me: User }) {
  const t = useT()
  const { data: info } = useQuery(infoQuery())
  useHouseTitle(t('user.menu.my-profile'))
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

const TITLE = 'delete-profile'
const WHY_NOT = 'delete-profile-why-not'

/** The way out, apart from everything else on the page. */
export function DeleteProfile() {
  const t = useT()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <section className={`${css.part} ${css.danger}`} aria-labelledby={TITLE}>
      <h2 id={TITLE}>{t('my-profile.delete-profile')}</h2>
      <p>{t('my-profile.delete-profile.description')}</p>
      <Button tone="danger" onClick={() => setIsOpen(true)}>
        {t('my-profile.delete-profile')}
      </Button>
      <Question isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </section>
  )
}

type QuestionProps = { readonly isOpen: boolean; readonly onClose: () => void }

function Question({ isOpen, onClose }: QuestionProps) {
  const t = useT()
  const [isUnderstood, setIsUnderstood] = useState(false)
  const close = () => {
    setIsUnderstood(false)
    onClose()
  }
  const { isDeleting, deleteAll } = useDeletion({ onFailed: close })
  return (
    <Dialog
      isOpen={isOpen}
      title={t('my-profile.delete-profile')}
      onDismiss={close}
      actions={
        <>
          <Button tone="quiet" onClick={close}>
            {t('foyer.my-profile.keep')}
          </Button>
          <Button
            tone="danger"
            busy={isDeleting}
            blockedBecauseOf={isUnderstood ? undefined : WHY_NOT}
            onClick={() => isUnderstood && void deleteAll()}
          >
            {t('my-profile.delete-profile')}
          </Button>
        </>
      }
    >
      <p>{t('my-profile.delete-profile.description')}</p>
      <CheckboxField
        id="delete-profile-understood"
        label={t('my-profile.delete-profile.confirm')}
        checked={isUnderstood}
        onChange={({ target }) => setIsUnderstood(target.checked)}
      />
      <p id={WHY_NOT} className="soft small">
        {isUnderstood ? null : t('foyer.my-profile.tick-first')}
      </p>
    </Dialog>
  )
}

/** By a document of its own: nothing of the account stays in the page. */
function useDeletion({ onFailed }: { readonly onFailed: () => void }) {
  const t = useT()
  const toast = useToast()
  const [isDeleting, setIsDeleting] = useState(false)
  const deleteAll = async () => {
    setIsDeleting(true)
    const answer = await deleteProfile()
    if (answer.kind !== 'done') {
      setIsDeleting(false)
      // A message shown now would be behind the dialog.
      onFailed()
      for (const { code, args } of explainToOwner(answer)) toast(t(code, ...args), 'bad')
      return
    }
    tabStorage.removeAll('foyer.booking.')
    rememberFarewell('deleted')
    location.assign(answer.value.targetUrl ?? '/')
  }
  return { isDeleting, deleteAll }
}
