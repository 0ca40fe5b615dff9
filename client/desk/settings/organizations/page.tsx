import { useState } from 'react'
import {
  deskOrganizationPagePath,
  deskOrganizationsPagePath,
  deskOrganizationsPath,
  deskSettingsPagePath,
  pathTo,
} from '#contract/paths.ts'
import { valueOf } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { queryOptions, useQuery, useQueryCache } from '#client/frame/calls/use-query.tsx'
import { Form, useProblemOf, useSending } from '#client/frame/forms/sent-form.tsx'
import { Button, ButtonLink, Link } from '#client/kit/button/button.tsx'
import { useHouseTitle } from '#client/kit/page/page.tsx'
import { useT } from '#client/language/language-context.ts'
import { useNavigate, useSearchParams } from '#client/routing/router.tsx'
import { OrganizationFields, type OrganizationValues, NO_ORGANIZATION } from '../organization-fields.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Panel, Stack, Title, Work } from '../../parts/work.tsx'
import { useMay } from '../../session/me.ts'
import css from '../settings.module.css'

const organizationsQuery = (after: string) =>
  queryOptions({
    queryKey: ['desk', 'organizations', after],
    queryFn: ({ signal }) =>
      valueOf(server().call('GET', deskOrganizationsPath, { query: after === '' ? {} : { after }, signal })),
    staleTime: 0,
  })

/** The organisations for which the member works, a hundred at a time, and for owners of the shop a new one. */
export function Page() {
  const t = useT()
  const may = useMay()
  const [search] = useSearchParams()
  const query = useQuery(organizationsQuery(search.get('after') ?? ''))
  useHouseTitle(t('foyer.desk.organizations'))
  return (
    <Work>
      <Title
        lead={t('foyer.desk.organizations.lead')}
        acts={
          may('administer-shop') && (
            <ButtonLink tone="quiet" to={deskSettingsPagePath}>
              {t('foyer.desk.organizations.shop')}
            </ButtonLink>
          )
        }
      >
        {t('foyer.desk.organizations')}
      </Title>
      <Loaded query={query}>
        {({ organizations, mayCreate, next }) => (
          <Stack>
            <Panel title={t('foyer.desk.organizations.all')} flush>
              <ul className={css.list}>
                {organizations.length === 0 && <li className="soft">{t('foyer.desk.organizations.none')}</li>}
                {organizations.map(({ id, name, email }) => (
                  <li key={id}>
                    <div className={css.line}>
                      <Link to={pathTo(deskOrganizationPagePath, { organizationId: id })}>
                        <b dir="auto">{name}</b>
                      </Link>
                      <span className="soft">{email}</span>
                    </div>
                  </li>
                ))}
                {next !== null && (
                  <li>
                    <Link
                      to={{
                        pathname: deskOrganizationsPagePath,
                        search: new URLSearchParams({ after: next }).toString(),
                      }}
                    >
                      {t('foyer.desk.organizations.next')}
                    </Link>
                  </li>
                )}
              </ul>
            </Panel>
            {mayCreate && <NewOrganization />}
          </Stack>
        )}
      </Loaded>
    </Work>
  )
}

function NewOrganization() {
  const t = useT()
  const navigate = useNavigate()
  const cache = useQueryCache()
  const { send, isSending, problems } = useSending()
  const problemOf = useProblemOf(problems)
  const [values, setValues] = useState<OrganizationValues>(NO_ORGANIZATION)
  const create = () =>
    send(
      () => server().call('POST', deskOrganizationsPath, { body: values }),
      result => {
        if (result.kind !== 'done') return
        void cache.invalidateQueries(['desk', 'organizations'])
        navigate(pathTo(deskOrganizationPagePath, { organizationId: result.value.id }))
      },
    )
  return (
    <Panel title={t('foyer.desk.organizations.new')}>
      <Form problems={problems} title={t('foyer.desk.not-saved')} onSubmit={create}>
        <div className={css.form}>
          <OrganizationFields values={values} onChange={setValues} problemOf={problemOf} />
          <div>
            <Button type="submit" busy={isSending}>
              {t('foyer.desk.organizations.create')}
            </Button>
          </div>
        </div>
      </Form>
    </Panel>
  )
}
