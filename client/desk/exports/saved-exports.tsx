import { useState } from 'react'
import type { SavedExport } from '#contract/desk-exports.ts'
import { deskSavedExportFilePath, deskSavedExportPath, pathTo } from '#contract/paths.ts'
import { server } from '#client/frame/calls/server.ts'
import { useSending } from '#client/frame/forms/sent-form.tsx'
import { Button, ButtonAnchor } from '#client/kit/button/button.tsx'
import { useLanguage } from '#client/language/language-context.ts'
import { useDates } from '#client/language/use-dates.ts'
import { Ask } from '../parts/ask.tsx'
import { Acts, Panel } from '../parts/work.tsx'
import css from './exports.module.css'

type SavedProps = {
  readonly exports: readonly SavedExport[]
  readonly onChanged: () => unknown
  readonly onEdit: (saved: SavedExport) => void
}

/** The saved exports: downloaded as of now, edited, and deleted. */
export function SavedExports({ exports, onChanged, onEdit }: SavedProps) {
  const { t } = useLanguage()
  return (
    <Panel title={t('foyer.desk.exports.saved')} flush>
      <ul className={css.list}>
        {exports.map(one => (
          <Saved key={one.id} saved={one} onChanged={onChanged} onEdit={() => onEdit(one)} />
        ))}
      </ul>
    </Panel>
  )
}

type SavedLineProps = { readonly saved: SavedExport; readonly onChanged: () => unknown; readonly onEdit: () => void }

function Saved({ saved, onChanged, onEdit }: SavedLineProps) {
  const { t, language } = useLanguage()
  const [isDeleting, setDeleting] = useState(false)
  const { send, isSending } = useSending()
  const { id: exportId, name } = saved
  const remove = () =>
    send(
      () => server().call('DELETE', deskSavedExportPath, { params: { exportId } }),
      () => {
        setDeleting(false)
        void onChanged()
      },
    )
  return (
    <li>
      <What saved={saved} />
      <Acts>
        <ButtonAnchor
          tone="quiet"
          href={`${pathTo(deskSavedExportFilePath, { exportId })}?lang=${language}`}
          aria-label={`${t('foyer.desk.export.download')}: ${name}`}
          download
        >
          {t('foyer.desk.export.download')}
        </ButtonAnchor>
        <Button
          id={`edit-export-${exportId}`}
          tone="quiet"
          onClick={onEdit}
          aria-label={`${t('foyer.desk.export.edit.do')}: ${name}`}
        >
          {t('foyer.desk.export.edit.do')}
        </Button>
        <Button
          tone="danger"
          onClick={() => setDeleting(true)}
          aria-label={`${t('foyer.desk.export.delete')}: ${name}`}
        >
          {t('foyer.desk.export.delete')}
        </Button>
      </Acts>
      <Ask
        isOpen={isDeleting}
        title={t('foyer.desk.export.delete-ask', name)}
        act={t('foyer.desk.export.delete')}
        isDanger
        isSending={isSending}
        onAct={remove}
        onLeave={() => setDeleting(false)}
      >
        <p>{t('foyer.desk.export.delete-text')}</p>
      </Ask>
    </li>
  )
}

/** What it is, and when it is mailed to whom. */
function What({ saved }: { readonly saved: SavedExport }) {
  const { t } = useLanguage()
  const dates = useDates(saved.timezone)
  const { name, kind, format, of, dueAt, recipients } = saved
  return (
    <div>
      <p className="strong" dir="auto">
        {name}
      </p>
      <p className="soft">
        {t(`foyer.desk.export.kind.${kind}`)} · <bdi>{of}</bdi> · {format.toUpperCase()}
      </p>
      {dueAt !== null && (
        <p className="soft">
          {t('foyer.desk.exports.next', dates.moment(dueAt))} <bdi>{recipients.join(', ')}</bdi>
        </p>
      )}
    </div>
  )
}
