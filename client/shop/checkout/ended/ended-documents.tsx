import { ButtonAnchor } from '#client/kit/button/button.tsx'
import { useT } from '#client/language/language-context.ts'
import type { OrderEnd } from '#contract/order-end.ts'
import { orderDocumentPath, pathTo } from '#contract/paths.ts'
import { useFrame } from '../frame/open-reservation.ts'
import css from './ended.module.css'

/** Receipt, or invoice and credit notes, as files to keep. */
export function EndedDocuments({ end: { documents } }: { readonly end: OrderEnd }) {
  const t = useT()
  const { reservationId } = useFrame().place
  return (
    <ul className={css.documents}>
      {documents.map(({ id, type, number }) => (
        <li key={id}>
          <ButtonAnchor tone="quiet" href={pathTo(orderDocumentPath, { reservationId, documentId: id })}>
            {number === null ? t(`foyer.ended.document.${type}`) : `${t(`foyer.ended.document.${type}`)} ${number}`}
          </ButtonAnchor>
        </li>
      ))}
    </ul>
  )
}
