import { useEffect, useState } from 'react'
import { Form, useProblemOf, useSending } from '#client/frame/forms/sent-form.tsx'
import { Button } from '#client/kit/button/button.tsx'
import { SelectField } from '#client/kit/field/field.tsx'
import { TextAreaField } from '#client/kit/field/question-fields.tsx'
import { useT } from '#client/language/language-context.ts'
import { useDates } from '#client/language/use-dates.ts'
import { MAX_LEAD_NOTES_LENGTH } from '#contract/limits.ts'
import type { SponsorLead } from '#contract/sponsor.ts'
import { LEAD_STATUSES } from '#domain/door/check-in/check-in-status.ts'
import door from '../door.module.css'
import { RemoveLead } from './remove-lead.tsx'
import { type ScanAnswer, type SponsorDevice, type SponsorState, isChanged } from './sponsor-device.ts'
import css from './sponsor.module.css'

type LeadsProps = { readonly device: SponsorDevice; readonly state: SponsorState }

/** Whom the sponsor scanned, with notes, and the file of them all. */
export function Leads({ device, state }: LeadsProps) {
  const t = useT()
  const { leads, count, next, answer, info } = state
  return (
    <section className={door.sheet} aria-label={t('foyer.sponsor.list')}>
      <div className={css.head}>
        <h2>{t('foyer.sponsor.list')}</h2>
        <span className="soft">{count === 1 ? t('foyer.sponsor.count.one') : t('foyer.sponsor.count', count)}</span>
        {count > 0 && <Download device={device} name={info?.name ?? ''} />}
      </div>
      {count === 0 && <p className="soft">{t('foyer.sponsor.list.none')}</p>}
      <ul className={css.leads}>
        {leads.map(lead => (
          <Lead
            key={lead.id}
            lead={lead}
            device={device}
            timezone={info?.event.timezone ?? 'UTC'}
            scan={answer !== null && answer.kind !== 'refused' && answer.lead.id === lead.id ? answer : null}
          />
        ))}
      </ul>
      {next !== null && (
        <Button tone="quiet" onClick={() => void device.more()}>
          {t('foyer.sponsor.more')}
        </Button>
      )}
    </section>
  )
}

function Download({ device, name }: { readonly device: SponsorDevice; readonly name: string }) {
  const t = useT()
  const [isBusy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    const file = await device.file()
    setBusy(false)
    if (!file) return
    const address = URL.createObjectURL(file)
    Object.assign(document.createElement('a'), { href: address, download: `${name}.csv` }).click()
    URL.revokeObjectURL(address)
  }
  return (
    <Button tone="quiet" busy={isBusy} onClick={() => void download()}>
      {t('foyer.sponsor.download')}
    </Button>
  )
}

type LeadProps = {
  readonly lead: SponsorLead
  readonly device: SponsorDevice
  readonly timezone: string
  /** It is the one of this last scan: its notes are opened. */
  readonly scan: ScanAnswer | null
}

function Lead({ lead, device, timezone, scan }: LeadProps) {
  const t = useT()
  const dates = useDates(timezone)
  const [isEdited, setEdited] = useState(scan !== null)
  const [shownScan, setShownScan] = useState(scan)
  if (scan !== shownScan) {
    setShownScan(scan)
    // The notes of another person stay open: they may not be saved yet.
    if (scan !== null) setEdited(true)
  }
  const { id, name, email, company, at, notes, status } = lead
  return (
    <li>
      <div className={css.lead}>
        <div className={css.words}>
          <b>
            <bdi>{name}</bdi>
          </b>
          <p className="soft">{[company, email].filter(Boolean).join(' · ')}</p>
          <p className="soft">
            {dates.moment(at)} · {t('foyer.sponsor.status')}: {t(`foyer.sponsor.status.${status}`)}
          </p>
          {notes !== '' && !isEdited && <p className={css.notes}>{notes}</p>}
        </div>
        {!isEdited && (
          <Button tone="quiet" onClick={() => setEdited(true)}>
            {t('foyer.sponsor.edit')}
            <span className="unseen">: {name}</span>
          </Button>
        )}
      </div>
      {isEdited && (
        <>
          <Notes key={id} lead={lead} device={device} onDone={() => setEdited(false)} />
          <RemoveLead lead={lead} device={device} />
        </>
      )}
    </li>
  )
}

type NotesProps = Pick<LeadProps, 'lead' | 'device'> & { readonly onDone: () => void }

/** What is typed stays until it is saved, whatever becomes of the call. */
function Notes({ lead, device, onDone }: NotesProps) {
  const t = useT()
  const { send, isSending, problems } = useSending()
  const problemOf = useProblemOf(problems)
  const [notes, setNotes] = useState(lead.notes)
  const [status, setStatus] = useState(lead.status)
  // The list is read again meanwhile: what is compared is what was shown when the notes were opened.
  const [seen, setSeen] = useState(lead)
  useEffect(() => device.edited(lead.id), [device, lead.id])
  const idOf = (field: string) => `${field}-${lead.id}`
  const save = () =>
    send(
      () => device.note(seen, { notes, status }),
      result => {
        if (result.kind === 'done') onDone()
        else if (isChanged(result)) setSeen(device.state().leads.find(({ id }) => id === lead.id) ?? seen)
      },
    )
  return (
    <Form problems={problems} title={t('foyer.sponsor.not-done')} onSubmit={save} idOf={idOf}>
      <TextAreaField
        id={idOf('notes')}
        label={t('foyer.sponsor.notes')}
        error={problemOf('notes')}
        maxLength={MAX_LEAD_NOTES_LENGTH}
        value={notes}
        onChange={event => setNotes(event.target.value)}
      />
      <SelectField
        id={idOf('status')}
        label={t('foyer.sponsor.status')}
        value={status}
        onChange={event => setStatus(LEAD_STATUSES.find(one => one === event.target.value) ?? status)}
      >
        {LEAD_STATUSES.map(one => (
          <option key={one} value={one}>
            {t(`foyer.sponsor.status.${one}`)}
          </option>
        ))}
      </SelectField>
      <div className={css.acts}>
        <Button type="submit" busy={isSending}>
          {t('foyer.sponsor.save')}
          <span className="unseen">: {lead.name}</span>
        </Button>
        <Button tone="quiet" onClick={onDone}>
          {t('foyer.sponsor.cancel')}
          <span className="unseen">: {lead.name}</span>
        </Button>
      </div>
    </Form>
  )
}
