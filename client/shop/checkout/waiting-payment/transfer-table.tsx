import { Card } from '#client/kit/card/card.tsx'
import { CopyButton } from '#client/kit/button/button.tsx'
import { datesIn, formatAmount } from '#client/language/formats.ts'
import { useLanguage } from '#client/language/language-context.ts'
import { useOpenReservation } from '../frame/open-reservation.ts'
import { readableAccount } from './epc-payload.ts'
import { transferOf } from './transfer.ts'
import css from './waiting.module.css'

/** What goes into the transfer, each part ready to be copied. */
export function TransferTable() {
  const { t, language } = useLanguage()
  const { context, reservation } = useOpenReservation()
  const { amount, currency, account, owner, reason } = transferOf(reservation, context)
  return (
    <Card>
      <dl className={css.table}>
        <Part
          name={t('foyer.transfer.amount')}
          shown={formatAmount(amount, currency, language)}
          copied={amount}
          isLarge
        />
        {account !== '' ? (
          <Part name={t('foyer.transfer.account')} shown={readableAccount(account)} copied={account} />
        ) : (
          <Part name={t('foyer.transfer.account')} shown={t('foyer.transfer.no-account')} />
        )}
        {owner.length > 0 && <Part name={t('invoice.payment-to')} shown={owner.join('\n')} copied={owner.join('\n')} />}
        <Part name={t('invoice.payment-reason')} shown={reason} copied={reason} />
        <Part name={t('foyer.transfer.buyer')} shown={`${reservation.firstName} ${reservation.lastName}`.trim()} />
        <Part
          name={t('invoice.payment-instruction-no-later-than')}
          shown={datesIn(language, context.timeZone).moment(reservation.validity)}
        />
      </dl>
    </Card>
  )
}

type PartProps = { readonly name: string; readonly shown: string; readonly copied?: string; readonly isLarge?: boolean }

function Part({ name, shown, copied, isLarge = false }: PartProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={css.value} data-large={isLarge || undefined}>
        {shown}
      </dd>
      {copied !== undefined && (
        <dd>
          <CopyButton text={copied} subject={name} />
        </dd>
      )}
    </div>
  )
}
