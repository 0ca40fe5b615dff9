import type { ReactNode } from 'react'
import { deskOrganizationsPagePath } from '#contract/paths.ts'
import type { Settings } from '#contract/settings.ts'
import { may } from '#domain/access/principal/principal.ts'
import { type QueryResult, useQuery } from '#client/frame/calls/use-query.tsx'
import { ButtonLink } from '#client/kit/button/button.tsx'
import { useHouseTitle } from '#client/kit/page/page.tsx'
import { useLanguage, useT } from '#client/language/language-context.ts'
import { SidePages } from '../parts/side-pages.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Acts, Stack, Title, Work } from '../parts/work.tsx'
import { memberOf, useMe } from '../session/me.ts'
import { BaseAddress } from './base-address.tsx'
import { OrganizationCodes } from './codes/organization-codes.tsx'
import { allSettings, useDraft } from './draft.ts'
import { Keys } from './keys.tsx'
import { LegalTexts } from './legal/legal-texts.tsx'
import { MailChecks } from './mail-checks.tsx'
import { MailSample, useMayWord } from './mail-sample.tsx'
import { PaymentChecks } from './payment-checks.tsx'
import { settingsQuery } from './place.ts'
import {
  OF_ORGANIZATIONS,
  type Place,
  SECTIONS,
  type Section,
  isOfOne,
  isOfOrganizations,
  nameOf,
  sectionPath,
} from './sections.ts'
import { SectionForm } from './section-form.tsx'
import css from './settings.module.css'
import { OwnTexts } from './texts.tsx'
import { Webhooks } from './webhooks/webhooks.tsx'

type SettingsPageProps = {
  readonly place: Place
  readonly section: Section
  readonly title: string
  readonly lead?: ReactNode
  /** In place of the title, where the place has a head of its own. */
  readonly head?: ReactNode
  /** Before the sections of settings: a page of the place's own. */
  readonly first?: { readonly path: string; readonly name: string }
}

/** A section of the settings of the shop or of an organisation, and the way to the others. */
export function SettingsPage({ place, section, title, lead, head, first }: SettingsPageProps) {
  const t = useT()
  const { language } = useLanguage()
  const query = useQuery(settingsQuery(place, language))
  useHouseTitle(t(`foyer.desk.section.${section}`), title)
  return (
    <Work>
      {head ?? <Title lead={lead}>{title}</Title>}
      <div className={css.page}>
        <Sections place={place} section={section} first={first} settings={query.data} />
        {section === 'codes' && place.organizationId !== null ? (
          <OrganizationCodes organizationId={place.organizationId} />
        ) : section === 'keys' && place.organizationId !== null ? (
          <Keys organizationId={place.organizationId} />
        ) : section === 'webhooks' && place.organizationId !== null ? (
          <Webhooks organizationId={place.organizationId} />
        ) : section === 'texts' ? (
          <OwnTexts place={place} />
        ) : (
          <Loaded query={query}>
            {settings => <Filled key={nameOf(place)} {...{ place, section, settings, query }} />}
          </Loaded>
        )}
      </div>
    </Work>
  )
}

type SectionsProps = {
  readonly place: Place
  readonly first: SettingsPageProps['first'] | undefined
  readonly section: Section | null
  readonly settings: Settings | undefined
}

/** Sections without anything to decide here are left out. */
export function Sections({ place, section, first, settings }: SectionsProps) {
  const t = useT()
  const me = useMe()
  const { organizationId } = place
  const mayWord = useMayWord(place)
  const filled = new Set<string>(settings?.groups.map(group => group.section))
  const isShown = (one: Section): boolean => {
    if (isOfOne(place)) return filled.has(one)
    if (isOfOrganizations(one))
      return organizationId !== null && me !== undefined && may(memberOf(me), OF_ORGANIZATIONS[one], { organizationId })
    if (one === 'texts') return mayWord
    return one === section || filled.has(one)
  }
  return (
    <SidePages
      label={t('foyer.desk.settings')}
      pages={[
        ...(first ? [{ key: 'first', to: first.path, name: first.name, current: pageIf(section === null) }] : []),
        ...SECTIONS.filter(isShown).map(one => ({
          key: one,
          to: sectionPath(place, one),
          name: t(`foyer.desk.section.${one}`),
          current: pageIf(one === section),
        })),
      ]}
    />
  )
}

const pageIf = (isCurrent: boolean) => (isCurrent ? ('page' as const) : undefined)

type FilledProps = {
  readonly place: Place
  readonly section: Section
  readonly settings: Settings
  readonly query: QueryResult<Settings>
}

function Filled({ place, section, settings, query }: FilledProps) {
  const me = useMe()
  const draft = useDraft(place, me?.id ?? 0)
  const all = allSettings(settings)
  const mayWord = useMayWord(place)
  const below = (groupId: string) => {
    if (groupId === 'mail-server') return <MailChecks draft={draft.draft} settings={all} />
    const group = settings.groups.find(({ id }) => id === groupId)
    if (group?.section !== 'payments' || !group.mayChange) return null
    const isChanged = group.settings.some(({ key }) => key in draft.draft.values)
    return <PaymentChecks place={place} groupId={groupId} isChanged={isChanged} settings={settings} />
  }
  const isEmpty = !settings.groups.some(group => group.section === section)
  return (
    <Stack>
      {isEmpty && <Nothing section={section} />}
      {section === 'shop' && place.organizationId === null && <BaseAddress />}
      {section === 'legal' && settings.groups.some(({ id, mayChange }) => id === 'legal' && mayChange) && (
        <LegalTexts organizationId={place.organizationId} />
      )}
      <SectionForm {...{ place, section, settings, query, draft, below }} />
      {section === 'mail' && mayWord && <MailSample place={place} />}
    </Stack>
  )
}

/** Why the section is empty, and where there is more. */
function Nothing({ section }: Pick<FilledProps, 'section'>) {
  const t = useT()
  if (!isOfOrganizations(section)) return <p>{t('foyer.desk.settings.none')}</p>
  return (
    <>
      <p>{t('foyer.desk.settings.of-organizations')}</p>
      <Acts>
        <ButtonLink to={deskOrganizationsPagePath} tone="quiet">
          {t('foyer.desk.organizations')}
        </ButtonLink>
      </Acts>
    </>
  )
}
