import { useT } from '#client/language/language-context.ts'
import { Stack } from '../../parts/work.tsx'
import { MoneyPage } from '../money-page.tsx'
import { DayTables } from './day-tables.tsx'
import { Movements } from './movements.tsx'
import { PeriodChoice } from './period-choice.tsx'
import { useDaysAddress } from './use-days-address.ts'

/** The money of each day by way of payment; a day opens into its payments. */
export function Page() {
  const t = useT()
  return (
    <MoneyPage part="days" lead={t('foyer.desk.money.days.lead')}>
      {organizationId => <Days organizationId={organizationId ?? undefined} />}
    </MoneyPage>
  )
}

function Days({ organizationId }: { readonly organizationId: number | undefined }) {
  const address = useDaysAddress()
  const { from, to, eventId, opened } = address
  return (
    <Stack>
      <PeriodChoice key={`${from} ${to}`} organizationId={organizationId} address={address} />
      {opened && (
        <Movements
          key={JSON.stringify(opened)}
          of={{ ...opened, organizationId, eventId }}
          onClose={() => address.open(null)}
        />
      )}
      <DayTables query={{ from, to, organizationId, eventId }} hrefOf={address.hrefOf} />
    </Stack>
  )
}
