import type { ReactNode } from 'react'
import type { DeskOrganization } from '#contract/desk-organizations.ts'
import { may } from '#domain/access/principal/principal.ts'
import { useQuery, useQueryCache } from '#client/frame/calls/use-query.tsx'
import { SelectField } from '#client/kit/field/field.tsx'
import { useHouseTitle } from '#client/kit/page/page.tsx'
import { useT } from '#client/language/language-context.ts'
import { useSearchParams } from '#client/routing/router.tsx'
import { organizationsQuery } from '../../organizations.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Panel, Stack, Title, Work } from '../../parts/work.tsx'
import { memberOf, useMe } from '../../session/me.ts'
import { Awaited } from './awaited.tsx'
import { Entries } from './entries.tsx'
import { MONEY_KEY } from './queries.ts'
import { Settled } from './settled.tsx'
import { Upload } from './upload.tsx'
import css from './transfers.module.css'

/** Transfers of an organisation: those on its bank statements, and those it still awaits. */
export function Page() {
  const t = useT()
  useHouseTitle(t('foyer.desk.transfers'))
  const me = useMe()
  const organizations = useQuery(organizationsQuery())
  const [address, setAddress] = useSearchParams()
  if (!me) return null
  return (
    <Loaded query={organizations}>
      {({ organizations: all }) => {
        const own = all.filter(({ id }) => may(memberOf(me), 'manage-orders', { organizationId: id }))
        const chosen = own.find(({ id }) => String(id) === address.get('organisation')) ?? own[0]
        const choose = (id: string) => setAddress(new URLSearchParams({ organisation: id }))
        return (
          <Work>
            <Title lead={t('foyer.desk.transfers.lead')}>{t('foyer.desk.transfers')}</Title>
            {own.length > 1 && chosen && <OrganizationChoice own={own} chosen={chosen.id} onChoose={choose} />}
            {chosen ? (
              <Transfers key={chosen.id} organizationId={chosen.id} />
            ) : (
              <Panel title={t('foyer.desk.transfers')}>
                <p>{t('foyer.desk.transfers.not-yours')}</p>
              </Panel>
            )}
          </Work>
        )
      }}
    </Loaded>
  )
}

type ChoiceProps = {
  readonly own: readonly DeskOrganization[]
  readonly chosen: number
  readonly onChoose: (id: string) => void
}

function OrganizationChoice({ own, chosen, onChoose }: ChoiceProps) {
  const t = useT()
  return (
    <div className={css.choice}>
      <SelectField
        id="organisation"
        label={t('foyer.desk.people.of')}
        value={chosen}
        onChange={({ target }) => onChoose(target.value)}
      >
        {own.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
    </div>
  )
}

function Transfers({ organizationId }: { readonly organizationId: number }): ReactNode {
  const cache = useQueryCache()
  const readAgain = () => cache.invalidateQueries(MONEY_KEY)
  return (
    <Stack>
      <Upload organizationId={organizationId} onUploaded={readAgain} />
      <Entries organizationId={organizationId} onChanged={readAgain} />
      <Awaited organizationId={organizationId} onChanged={readAgain} />
      <Settled organizationId={organizationId} onChanged={readAgain} />
    </Stack>
  )
}
