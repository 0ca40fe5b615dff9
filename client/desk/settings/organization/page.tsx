import { useState } from 'react'
import type { DeskOrganization } from '#contract/desk-organizations.ts'
import { deskOrganizationPagePath, deskOrganizationPath, deskOrganizationsPagePath, pathTo } from '#contract/paths.ts'
import { valueOf } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { queryOptions, useQuery, useQueryCache } from '#client/frame/calls/use-query.tsx'
import { Form, useProblemOf, useSending } from '#client/frame/forms/sent-form.tsx'
import { tabStorage } from '#client/frame/storage/browser-storage.ts'
import { Link } from '#client/kit/button/button.tsx'
import { useToast } from '#client/kit/notice/notice.tsx'
import { useHouseTitle } from '#client/kit/page/page.tsx'
import { useLanguage, useT } from '#client/language/language-context.ts'
import { useParams } from '#client/routing/router.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Unsaved } from '../../parts/unsaved.tsx'
import { Panel, Title, Work } from '../../parts/work.tsx'
import { settingsQuery } from '../place.ts'
import { isSection } from '../sections.ts'
import { Sections, SettingsPage } from '../settings-page.tsx'
import css from '../settings.module.css'
import { OrganizationFields, type OrganizationValues } from '../organization-fields.tsx'

type Read = DeskOrganization & { readonly mayChange: boolean }

const organizationQuery = (id: number) =>
  queryOptions({
    queryKey: ['desk', 'organization', id],
    queryFn: ({ signal }) => valueOf(server().call('GET', deskOrganizationPath, { params: { id }, signal })),
    staleTime: 0,
  })

/** An organisation: what it is called, or a section of its settings. */
export function Page() {
  const t = useT()
  const { organizationId = '', section } = useParams()
  const id = Number(organizationId)
  const query = useQuery(organizationQuery(id))
  return (
    <Loaded query={query}>
      {organization =>
        isSection(section) ? (
          <SettingsPage
            key={id}
            place={{ organizationId: id }}
            section={section}
            title={organization.name}
            lead={<Way />}
            first={firstOf(organization, t('foyer.desk.organization.itself'))}
          />
        ) : (
          <Overview key={id} organization={organization} />
        )
      }
    </Loaded>
  )
}

function Way() {
  const t = useT()
  return <Link to={deskOrganizationsPagePath}>{t('foyer.desk.organizations.all')}</Link>
}

const firstOf = ({ id }: Read, name: string) => ({
  path: pathTo(deskOrganizationPagePath, { organizationId: id }),
  name,
})

const FIELDS = ['name', 'email', 'description', 'slug', 'externalId'] as const

const storedOf = ({ name, email, description, slug, externalId }: Read): OrganizationValues => ({
  name,
  email,
  description,
  slug: slug ?? '',
  externalId: externalId ?? '',
})

function Overview({ organization }: { readonly organization: Read }) {
  const t = useT()
  const { language } = useLanguage()
  const settings = useQuery(settingsQuery({ organizationId: organization.id }, language))
  useHouseTitle(organization.name)
  return (
    <Work>
      <Title lead={<Way />}>{organization.name}</Title>
      <div className={css.page}>
        <Sections
          place={{ organizationId: organization.id }}
          section={null}
          first={firstOf(organization, t('foyer.desk.organization.itself'))}
          settings={settings.data}
        />
        {organization.mayChange ? <Itself organization={organization} /> : <Shown organization={organization} />}
      </div>
    </Work>
  )
}

/** For those who may not change it. */
function Shown({ organization: { name, email, description } }: { readonly organization: Read }) {
  const t = useT()
  return (
    <Panel title={t('foyer.desk.organization.itself')}>
      <dl className={css.fixed}>
        <dt dir="auto">{name}</dt>
        <dd>{email}</dd>
        <dd dir="auto">{description}</dd>
      </dl>
    </Panel>
  )
}

function Itself({ organization }: { readonly organization: Read }) {
  const t = useT()
  const toast = useToast()
  const cache = useQueryCache()
  const { send, isSending, problems } = useSending()
  const problemOf = useProblemOf(problems)
  const stored = storedOf(organization)
  const [typed, setTyped] = useTyped(organization.id)
  const values = { ...stored, ...typed }
  const changed = FIELDS.filter(field => values[field] !== stored[field])
  const change = (next: OrganizationValues) =>
    setTyped(Object.fromEntries(FIELDS.flatMap(field => (next[field] === stored[field] ? [] : [[field, next[field]]]))))
  const save = () =>
    send(
      () => server().call('PUT', deskOrganizationPath, { params: { id: organization.id }, body: values }),
      result => {
        if (result.kind !== 'done') return
        cache.setQueryData(organizationQuery(organization.id).queryKey, { ...organization, ...result.value })
        setTyped({})
        toast(t('foyer.desk.saved'), 'good')
      },
    )
  const putBack = (path: string) => {
    const field = FIELDS.find(one => one === path)
    if (field) change({ ...values, [field]: stored[field] })
  }
  return (
    <Form problems={problems} title={t('foyer.desk.not-saved')} onSubmit={save}>
      <Panel title={t('foyer.desk.organization.itself')}>
        <div className={css.form}>
          <OrganizationFields values={values} onChange={change} problemOf={problemOf} />
        </div>
      </Panel>
      <Unsaved
        changes={changed.map(field => ({
          path: field,
          name: t(`foyer.desk.organization.${field}`),
          was: stored[field],
        }))}
        isSending={isSending}
        onPutBack={putBack}
        onDiscard={() => setTyped({})}
        onSave={() => void save()}
      />
    </Form>
  )
}

type Typed = Readonly<Record<string, string>>

/** What is typed about an organisation; it survives a reload. */
function useTyped(id: number): readonly [Typed, (typed: Typed) => void] {
  const name = `foyer.desk.organization.${id}`
  const [typed, setTyped] = useState<Typed>(() => textsIn(tabStorage.read(name)))
  const keep = (next: Typed) => {
    if (Object.keys(next).length === 0) tabStorage.remove(name)
    else tabStorage.write(name, next)
    setTyped(next)
  }
  return [typed, keep]
}

const textsIn = (stored: unknown): Typed =>
  Object.fromEntries(
    Object.entries(Object(stored)).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
