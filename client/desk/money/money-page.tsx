import type { ReactNode } from 'react'
import type { DeskOrganization } from '#contract/desk-organizations.ts'
import {
  deskAttentionPagePath,
  deskBooksPagePath,
  deskMoneyDaysPagePath,
  deskTransfersPagePath,
} from '#contract/paths.ts'
import { may } from '#domain/access/principal/principal.ts'
import { useQuery } from '#client/frame/calls/use-query.tsx'
import { Link } from '#client/kit/button/button.tsx'
import { SelectField } from '#client/kit/field/field.tsx'
import { useHouseTitle } from '#client/kit/page/page.tsx'
import { useT } from '#client/language/language-context.ts'
import { useSearchParams } from '#client/routing/router.tsx'
import { organizationsQuery } from '../organizations.ts'
import { Loaded } from '../parts/loaded.tsx'
import { Title, Work } from '../parts/work.tsx'
import { memberOf, useMe } from '../session/me.ts'
import css from './money-page.module.css'

/** The pages about money, in the order of their way. */
const PAGES = [
  { part: 'attention', path: deskAttentionPagePath },
  { part: 'transfers', path: deskTransfersPagePath },
  { part: 'days', path: deskMoneyDaysPagePath },
  { part: 'books', path: deskBooksPagePath },
] as const
type MoneyPart = (typeof PAGES)[number]['part']

const NAMES = {
  attention: 'foyer.desk.attention',
  transfers: 'foyer.desk.transfers',
  days: 'foyer.desk.money.days',
  books: 'foyer.desk.books',
} as const satisfies Record<MoneyPart, string>

type MoneyPageProps = {
  readonly part: MoneyPart
  readonly lead: string
  /** Of the chosen organisation; null for a member who manages the orders of single events alone. */
  readonly children: (organizationId: number | null) => ReactNode
}

/** A page about the money of an organisation, and the way to the others. */
export function MoneyPage({ part, lead, children }: MoneyPageProps) {
  const t = useT()
  const title = t(NAMES[part])
  useHouseTitle(title)
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
            <Title lead={lead}>{title}</Title>
            <Ways part={part} organizationId={own.length > 1 ? chosen?.id : undefined} />
            {own.length > 1 && chosen && <OrganizationChoice own={own} chosen={chosen.id} onChoose={choose} />}
            {children(chosen?.id ?? null)}
          </Work>
        )
      }}
    </Loaded>
  )
}

type WaysProps = { readonly part: MoneyPart; readonly organizationId: number | undefined }

/** The chosen organisation stays chosen. */
function Ways({ part, organizationId }: WaysProps) {
  const t = useT()
  const search = organizationId === undefined ? '' : `?organisation=${organizationId}`
  return (
    <nav className={css.ways} aria-label={t('foyer.desk.money')}>
      {PAGES.map(page => (
        <Link key={page.part} to={`${page.path}${search}`} aria-current={page.part === part ? 'page' : undefined}>
          {t(page.part === 'attention' ? 'foyer.desk.attention.short' : NAMES[page.part])}
        </Link>
      ))}
    </nav>
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
