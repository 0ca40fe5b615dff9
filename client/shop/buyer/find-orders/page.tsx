import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { infoQuery } from '#client/frame/calls/queries.ts'
import { Page as PageFrame, PageTitle, useTabTitle } from '#client/kit/page/page.tsx'
import { useT } from '#client/language/language-context.ts'
import { SiteFooter } from '../../shell/site-footer.tsx'
import { AddressForm } from './address-form.tsx'
import { LinksSent } from './links-sent.tsx'
import css from './find-orders.module.css'

/** For those who have lost the mail of an order and have no account: the links of all their orders, by mail. */
export function Page() {
  const t = useT()
  const { data: info } = useQuery(infoQuery())
  const [email, setEmail] = useState('')
  const [isSent, setIsSent] = useState(false)
  useTabTitle(`${t('foyer.find-orders.title')} · Foyer`)
  const sent = (address: string) => {
    setEmail(address)
    setIsSent(true)
  }
  return (
    <>
      <PageFrame narrow>
        <div className={css.page}>
          <PageTitle quiet>{t('foyer.find-orders.title')}</PageTitle>
          {isSent ? (
            <LinksSent email={email} onAgain={() => setIsSent(false)} />
          ) : (
            <AddressForm isAgain={email !== ''} onSent={sent} />
          )}
        </div>
      </PageFrame>
      <SiteFooter termsUrl={info?.globalTermsUrl} privacyUrl={info?.globalPrivacyPolicyUrl} />
    </>
  )
}
