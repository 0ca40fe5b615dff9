import { type FormEvent, useState } from 'react'
import { useQuery } from '#client/frame/calls/use-query.tsx'
import { Button } from '#client/kit/button/button.tsx'
import { SelectField } from '#client/kit/field/field.tsx'
import { useT } from '#client/language/language-context.ts'
import { DateTimeField } from '../../parts/date-time-field.tsx'
import { Panel } from '../../parts/work.tsx'
import { type Whose, offersQuery } from '../queries.ts'
import css from './days.module.css'
import { type DaysAddress, isPeriod } from './use-days-address.ts'

type PeriodProps = Whose & { readonly address: DaysAddress }

/** From which day to which one, of all events or of one. */
export function PeriodChoice({ organizationId, address }: PeriodProps) {
  const t = useT()
  const offers = useQuery(offersQuery({ organizationId })).data?.offers ?? []
  const [from, setFrom] = useState(address.from)
  const [to, setTo] = useState(address.to)
  const [event, setEvent] = useState(address.eventId === undefined ? '' : String(address.eventId))
  const [isWrong, setWrong] = useState(false)
  const error = isWrong ? t('foyer.desk.money.period.none') : undefined
  const show = (submitted: FormEvent) => {
    submitted.preventDefault()
    setWrong(!isPeriod(from, to))
    if (isPeriod(from, to)) address.choose({ from, to, event })
  }
  return (
    <Panel title={t('foyer.desk.money.period')}>
      <form className={css.period} onSubmit={show}>
        <DateTimeField
          id="from"
          label={t('foyer.desk.money.from')}
          error={error}
          value={from}
          onChange={setFrom}
          hasTime={false}
        />
        <DateTimeField id="to" label={t('foyer.desk.money.to')} value={to} onChange={setTo} hasTime={false} />
        <SelectField
          id="event"
          label={t('foyer.desk.money.of')}
          value={event}
          onChange={({ target }) => setEvent(target.value)}
        >
          <option value="">{t('foyer.desk.money.of.all')}</option>
          {offers.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </SelectField>
        <Button type="submit">{t('foyer.desk.money.show')}</Button>
      </form>
    </Panel>
  )
}
