import { server } from '#client/frame/calls/server.ts'
import { useSending } from '#client/frame/forms/sent-form.tsx'
import { Button } from '#client/kit/button/button.tsx'
import { useT } from '#client/language/language-context.ts'
import { useDates } from '#client/language/use-dates.ts'
import type { DeskDoor, DeskDoors } from '#contract/desk-door.ts'
import { deskDoorPath } from '#contract/paths.ts'
import { Panel, Tag } from '../../parts/work.tsx'
import keyList from '../../parts/key-list.module.css'

type DoorsProps = { readonly eventId: number; readonly event: DeskDoors; readonly onEnded: () => unknown }

/** The doors of an event, with what was scanned at each. */
export function Doors({ eventId, event, onEnded }: DoorsProps) {
  const t = useT()
  return (
    <Panel title={t('foyer.desk.doors')} flush>
      <ul className={keyList.keys}>
        {event.doors.length === 0 && <li className="soft">{t('foyer.desk.doors.none')}</li>}
        {event.doors.map(door => (
          <DoorLine key={door.id} eventId={eventId} event={event} door={door} onEnded={onEnded} />
        ))}
      </ul>
    </Panel>
  )
}

function DoorLine({ eventId, event, door, onEnded }: DoorsProps & { readonly door: DeskDoor }) {
  const t = useT()
  const dates = useDates(event.timezone)
  const { send, isSending } = useSending()
  const revoke = () =>
    send(() => server().call('DELETE', deskDoorPath, { params: { eventId, doorId: door.id } }), onEnded)
  const { isOpen } = door
  const only = event.categories.filter(({ id }) => door.categoryIds?.includes(id)).map(({ name }) => name)
  return (
    <li>
      <div className={keyList.key}>
        <b>
          <bdi>{door.name}</bdi>
        </b>{' '}
        {!isOpen && (
          <Tag tone="off">{t(door.revokedAt === null ? 'foyer.desk.door.over' : 'foyer.desk.door.revoked')}</Tag>
        )}
        <p className="soft">
          {[
            t('foyer.desk.door.sent-away', door.sentAway),
            door.devices === 1 ? t('foyer.desk.door.device') : t('foyer.desk.door.devices', door.devices),
            ...(only.length > 0 ? [only.join(', ')] : []),
            ...(door.maySearch ? [t('foyer.desk.door.finds')] : []),
            ...(door.maySell ? [t('foyer.desk.door.sells')] : []),
            ...(door.labels
              ? [t(door.labels.isAutomatic ? 'foyer.door.badge.does.itself' : 'foyer.door.badge.does')]
              : []),
          ].join(' · ')}
        </p>
        <p className="soft">
          {door.usedAt === null ? t('foyer.desk.door.unused') : t('foyer.desk.door.used', dates.moment(door.usedAt))}
          {isOpen && ` · ${t('foyer.desk.door.open-until', dates.moment(door.validUntil))}`}
        </p>
      </div>
      <span className={keyList.count}>
        {door.letIn}
        <small>{t('foyer.desk.door.let-in')}</small>
      </span>
      {isOpen && event.mayMake && (
        // In one press: a telephone that is lost is in other hands already.
        <Button tone="danger" busy={isSending} onClick={() => void revoke()}>
          {t('foyer.desk.door.revoke')}
          <span className="unseen">: {door.name}</span>
        </Button>
      )}
    </li>
  )
}
