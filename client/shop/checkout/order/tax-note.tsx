import { useLanguage } from '#client/language/language-context.ts'
import { useOpenReservation } from '../frame/open-reservation.ts'
import css from './order.module.css'
import { taxNoteOf } from './tax-note-of.ts'

/** Why an order is charged without VAT, to explain the total. */
export function TaxNote() {
  const { t } = useLanguage()
  const note = taxNoteOf(useOpenReservation().reservation)
  return note === undefined ? null : <p className={css.note}>{t(note, t('common.vat'))}</p>
}
