import { useQuery } from '@tanstack/react-query'
import { Card } from '#client/kit/card/card.tsx'
import { formatAmount } from '#client/language/formats.ts'
import { useLanguage } from '#client/language/language-context.ts'
import { useOpenReservation } from '../frame/open-reservation.ts'
import { epcPayload } from './epc-payload.ts'
import { transferOf } from './transfer.ts'
import css from './waiting.module.css'

/** The transfer as a code that a banking app reads: for euro to an IBAN, the only transfers the standard knows. */
export function BankApp() {
  const { t, language } = useLanguage()
  const { context, reservation } = useOpenReservation()
  const { amount, currency, account, owner, reason } = transferOf(reservation, context)
  const ownerLine = owner[0] ?? context.organizationName
  const payload = currency === 'EUR' ? epcPayload({ iban: account, owner: ownerLine, amount, reason }) : undefined
  if (payload === undefined) return null
  return (
    <Card>
      <figure className={css.code}>
        <QrCode
          text={payload}
          name={t('foyer.transfer.qr.name', formatAmount(amount, currency, language), ownerLine, reason)}
        />
        <figcaption>{t('foyer.transfer.qr.title')}</figcaption>
      </figure>
    </Card>
  )
}

/** Black on white in every theme, with the quiet zone of four modules that scanners need. */
function QrCode({ text, name }: { readonly text: string; readonly name: string }) {
  const { data } = useQuery({
    queryKey: ['qr-code', text],
    queryFn: () => drawn(text),
    staleTime: Infinity,
    retry: false,
  })
  if (!data) return <div className={css.drawing} />
  const side = data.size + 2 * QUIET_ZONE
  return (
    <svg
      className={css.drawing}
      viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${side} ${side}`}
      role="img"
      aria-label={name}
      shapeRendering="crispEdges"
    >
      <rect x={-QUIET_ZONE} y={-QUIET_ZONE} width={side} height={side} fill="#fff" />
      <path d={data.path} fill="#000" />
    </svg>
  )
}

const QUIET_ZONE = 4

/** The drawing needs a library, which is fetched only here. Error correction M is what the standard asks for. */
async function drawn(text: string): Promise<{ size: number; path: string }> {
  const { create } = await import('qrcode')
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const { size, data } = modules
  const dark = Array.from(data.keys()).filter(position => data[position])
  return { size, path: dark.map(position => `M${position % size} ${Math.floor(position / size)}h1v1h-1z`).join('') }
}
