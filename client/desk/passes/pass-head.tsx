import type { DeskPass } from '#contract/desk-pass.ts'
import {
  deskOrganizationSectionPagePath,
  deskPassPagePath,
  deskPassSettingsPagePath,
  deskPassesPagePath,
  passPagePath,
  pathTo,
} from '#contract/paths.ts'
import { CopyButton, Link } from '#client/kit/button/button.tsx'
import { Notice } from '#client/kit/notice/notice.tsx'
import { useHouseTitle } from '#client/kit/page/page.tsx'
import { formatShortAmount } from '#client/language/formats.ts'
import { useLanguage, useT } from '#client/language/language-context.ts'
import { Tabs } from '../parts/tabs.tsx'
import { Acts, Tag, Title } from '../parts/work.tsx'
import { PASS_STATES } from './pass-state.ts'
import { PassActions } from './pass-actions.tsx'
import css from './pass.module.css'

type PassHeadProps = { readonly pass: DeskPass; readonly reload: () => Promise<unknown> }

/** What the pass is, how many are sold, where buyers find it, and what can be done about it. */
export function PassHead({ pass, reload }: PassHeadProps) {
  const { t, language } = useLanguage()
  const { file, facts, status } = pass
  const title = titleOfPass(pass, language)
  useHouseTitle(title)
  const { key, tone } = PASS_STATES[status]
  const price = formatShortAmount((file.price ?? 0).toFixed(2), file.currencyCode ?? '', language)
  const address = `${location.origin}${pathTo(passPagePath, { id: pass.id })}`
  return (
    <>
      <Title
        lead={
          <>
            <Link to={deskPassesPagePath}>{t('foyer.desk.passes')}</Link> · <bdi>{pass.organizationName}</bdi> · {price}{' '}
            · <Sold pass={pass} />
          </>
        }
        acts={
          <>
            <Tag tone={tone}>{t(key)}</Tag>
            <PassActions pass={pass} reload={reload} />
          </>
        }
      >
        {title}
      </Title>
      <Tabs
        label={title}
        pages={[
          { to: pathTo(deskPassPagePath, { passId: pass.id }), name: t('foyer.desk.event.edit') },
          {
            to: pathTo(deskPassSettingsPagePath, { passId: pass.id, section: 'tickets' }),
            name: t('foyer.desk.settings'),
            isAbove: true,
          },
        ]}
      />
      {status === 'PUBLIC' && (
        <div className={css.below}>
          <Acts>
            <a href={address}>{address}</a>
            <CopyButton text={address} subject={t('foyer.desk.share')} />
          </Acts>
        </div>
      )}
      {facts.payment.isNeeded && !facts.payment.canBePaid && <NotPayable pass={pass} />}
    </>
  )
}

const NO_LIMIT = -1

/** In the language of the desk, or in the first one that it has. */
export function titleOfPass({ file: { title } }: DeskPass, language: string): string {
  const own = title?.find(({ lang }) => lang === language)
  return (own ?? title?.[0])?.body ?? ''
}

function Sold({ pass: { file, facts } }: { readonly pass: DeskPass }) {
  const t = useT()
  const available = file.maxAvailable ?? NO_LIMIT
  return available === NO_LIMIT
    ? t('foyer.desk.passes.sold', facts.taken)
    : t('foyer.desk.passes.sold-of', facts.taken, available)
}

/** Why it can't be paid, with the way to where that is mended. */
function NotPayable({ pass: { organizationId, facts } }: { readonly pass: DeskPass }) {
  const t = useT()
  const { ways, reasons } = facts.payment
  const settings = pathTo(deskOrganizationSectionPagePath, { organizationId, section: 'payments' })
  return (
    <div className={css.below}>
      <Notice tone="warn">
        <details>
          <summary>
            <b>{t('foyer.desk.not-payable')}</b>
          </summary>
          <ul>
            {[...ways.flatMap(({ reason }) => reason ?? []), ...reasons].map(reason => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
          <Link to={settings}>{t('foyer.desk.pass.payments')}</Link>
        </details>
      </Notice>
    </div>
  )
}
