import type { ListedDeskPass } from '#contract/desk-pass.ts'
import { deskNewPassPagePath, deskPassPagePath, pathTo } from '#contract/paths.ts'
import { useQuery } from '#client/frame/calls/use-query.tsx'
import { ButtonLink, Link } from '#client/kit/button/button.tsx'
import { useHouseTitle } from '#client/kit/page/page.tsx'
import { formatShortAmount } from '#client/language/formats.ts'
import { useLanguage, useT } from '#client/language/language-context.ts'
import { useSearchParams } from '#client/routing/router.tsx'
import { organizationsQuery } from '../../organizations.ts'
import { DeskIcon } from '../../parts/desk-icon.tsx'
import { Pill, Pills, Seek } from '../../parts/filters.tsx'
import { ImportFile } from '../../parts/import-file.tsx'
import { OfferList } from '../../parts/offer-list.tsx'
import css from '../../parts/offer-list.module.css'
import { OfferTabs } from '../../parts/offer-tabs.tsx'
import { Seats } from '../../parts/seats.tsx'
import { Tag, Title, Work } from '../../parts/work.tsx'
import { type PassFilter, passesQuery } from '../calls.ts'
import { PASS_STATES } from '../pass-state.ts'

const STATUSES = ['PUBLIC', 'DRAFT', 'DISABLED'] as const

/** The passes of a member, the latest first, by organisation and state. The filter is in the address. */
export function Page() {
  const t = useT()
  const [address] = useSearchParams()
  const filter: PassFilter = {
    organizationId: Number(address.get('organisation')) || undefined,
    status: STATUSES.find(each => each === address.get('status')),
  }
  const isFiltered = filter.status !== undefined || filter.organizationId !== undefined
  useHouseTitle(t('foyer.desk.passes'))
  return (
    <Work>
      <Title
        acts={
          <>
            <ImportFile kind="pass" />
            <ButtonLink to={deskNewPassPagePath}>
              <DeskIcon name="plus" />
              {t('foyer.desk.new-pass')}
            </ButtonLink>
          </>
        }
      >
        {t('foyer.desk.passes')}
      </Title>
      <OfferTabs />
      <Filter filter={filter} />
      <OfferList
        key={`${filter.organizationId} ${filter.status}`}
        queryOf={cursor => passesQuery({ ...filter, ...(cursor !== undefined && { cursor }) })}
        rowsOf={({ passes }) => passes.map(pass => <PassRow key={pass.id} pass={pass} />)}
        none={t(isFiltered ? 'foyer.desk.passes.none-found' : 'foyer.desk.passes.none')}
      />
    </Work>
  )
}

function Filter({ filter }: { readonly filter: PassFilter }) {
  const t = useT()
  const { data } = useQuery(organizationsQuery())
  const [address, setAddress] = useSearchParams()
  const change = (name: 'organisation' | 'status', value: string) => {
    const next = new URLSearchParams(address)
    if (value === '') next.delete(name)
    else next.set(name, value)
    setAddress(next, { replace: true })
  }
  const organizations = data?.organizations ?? []
  return (
    <>
      {organizations.length > 1 && (
        <Seek>
          <select
            aria-label={t('foyer.desk.organization')}
            value={filter.organizationId ?? ''}
            onChange={event => change('organisation', event.target.value)}
          >
            <option value="">{t('foyer.desk.passes.all-organizations')}</option>
            {organizations.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </Seek>
      )}
      <Pills label={t('foyer.desk.member.status')}>
        {[undefined, ...STATUSES].map(each => (
          <Pill key={each ?? 'all'} isOn={each === filter.status} onClick={() => change('status', each ?? '')}>
            {t(each === undefined ? 'foyer.desk.events.all' : PASS_STATES[each].key)}
          </Pill>
        ))}
      </Pills>
    </>
  )
}

function PassRow({ pass }: { readonly pass: ListedDeskPass }) {
  const { t, language } = useLanguage()
  const { key, tone } = PASS_STATES[pass.status]
  return (
    <li className={css.row} data-undated>
      <div className={css.what}>
        <h2>
          <Link to={pathTo(deskPassPagePath, { passId: pass.id })} dir="auto">
            {pass.title}
          </Link>
        </h2>
        <p className="soft">
          {formatShortAmount(pass.price.amount, pass.price.currency, language)} · <bdi>{pass.organizationName}</bdi>
        </p>
      </div>
      <div className={css.state}>
        <Tag tone={tone}>{t(key)}</Tag>
      </div>
      <PassesSold taken={pass.taken} maxAvailable={pass.maxAvailable} />
    </li>
  )
}

function PassesSold({ taken, maxAvailable }: Pick<ListedDeskPass, 'taken' | 'maxAvailable'>) {
  const t = useT()
  if (maxAvailable !== null) return <Seats sold={taken} held={0} capacity={maxAvailable} />
  return <p>{taken === 1 ? t('foyer.desk.passes.sold.one') : t('foyer.desk.passes.sold', taken)}</p>
}
