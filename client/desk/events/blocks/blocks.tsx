import { useState } from 'react'
import type { SeatBlock, SeatBlocks } from '#contract/desk-seat-blocks.ts'
import { deskNewOrderPagePath, deskSeatBlockReleasePath, pathTo } from '#contract/paths.ts'
import { server } from '#client/frame/calls/server.ts'
import { useSending } from '#client/frame/forms/sent-form.tsx'
import { Button, ButtonLink } from '#client/kit/button/button.tsx'
import { TextField } from '#client/kit/field/field.tsx'
import { useLanguage } from '#client/language/language-context.ts'
import { useDates } from '#client/language/use-dates.ts'
import { Ask } from '../../parts/ask.tsx'
import { Panel } from '../../parts/work.tsx'
import rowList from '../../parts/row-list.module.css'

type BlocksProps = { readonly eventId: number; readonly read: SeatBlocks; readonly onChanged: () => unknown }

/** What is held now. */
export function Blocks({ eventId, read, onChanged }: BlocksProps) {
  const { t } = useLanguage()
  const [released, setReleased] = useState<SeatBlock>()
  return (
    <Panel title={t('foyer.desk.blocks.held')}>
      {read.blocks.length === 0 && <p className="soft">{t('foyer.desk.blocks.none')}</p>}
      <ul className={rowList.rows}>
        {read.blocks.map(block => (
          <BlockRow
            key={block.id}
            eventId={eventId}
            block={block}
            timezone={read.timezone}
            onRelease={() => setReleased(block)}
          />
        ))}
      </ul>
      {released && (
        <ReleaseDialog
          key={released.id}
          eventId={eventId}
          block={released}
          onClose={() => setReleased(undefined)}
          onChanged={onChanged}
        />
      )}
    </Panel>
  )
}

type RowProps = {
  readonly eventId: number
  readonly block: SeatBlock
  readonly timezone: string
  readonly onRelease: () => void
}

function BlockRow({ eventId, block, timezone, onRelease }: RowProps) {
  const { t, language } = useLanguage()
  const dates = useDates(timezone)
  const { id, name, category, seats, until, by } = block
  return (
    <li>
      <div>
        <b>
          <bdi>{name}</bdi>
        </b>
        <p className="soft">
          <bdi>{category ?? t('foyer.desk.blocks.shared')}</bdi> ·{' '}
          {until === null ? t('foyer.desk.blocks.open') : t('foyer.desk.blocks.until', dates.moment(until))} ·{' '}
          <bdi>{by}</bdi>
        </p>
      </div>
      <b className="number">{t('foyer.desk.blocks.seats', new Intl.NumberFormat(language).format(seats))}</b>
      <ButtonLink tone="quiet" to={`${pathTo(deskNewOrderPagePath, { eventId })}?block=${id}`}>
        {t('foyer.desk.blocks.order')}
      </ButtonLink>
      <Button tone="quiet" onClick={onRelease}>
        {t('foyer.desk.blocks.release')}
      </Button>
    </li>
  )
}

type DialogProps = {
  readonly eventId: number
  readonly block: SeatBlock
  readonly onClose: () => void
  readonly onChanged: () => unknown
}

/** How many seats stay held: the same press twice releases no more. */
function ReleaseDialog({ eventId, block, onClose, onChanged }: DialogProps) {
  const { t } = useLanguage()
  const [keep, setKeep] = useState('0')
  const { send, isSending, problems } = useSending()
  const kept = Math.min(block.seats, Math.max(0, Math.floor(Number(keep) || 0)))
  const release = () =>
    send(
      () =>
        server().call('POST', deskSeatBlockReleasePath, {
          params: { eventId, blockId: block.id },
          body: { keep: kept },
        }),
      answer => {
        if (answer.kind !== 'done') return
        onClose()
        void onChanged()
      },
    )
  return (
    <Ask
      isOpen
      title={t('foyer.desk.blocks.release.title', block.name)}
      act={t('foyer.desk.blocks.release.do', block.seats - kept)}
      isSending={isSending}
      problems={problems}
      onAct={release}
      onLeave={onClose}
    >
      <TextField
        id="keep"
        label={t('foyer.desk.blocks.keep')}
        hint={t('foyer.desk.blocks.keep.hint')}
        inputMode="numeric"
        autoComplete="off"
        value={keep}
        onChange={event => setKeep(event.target.value)}
      />
    </Ask>
  )
}
