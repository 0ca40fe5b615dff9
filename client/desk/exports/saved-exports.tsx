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

type SavedProps = { readonly exports: readonly SavedExport[]; readonly onChanged: () => unknown }

/** The saved exports: downloaded as of now, and deleted. */
export function SavedExports({ exports, onChanged }: SavedProps) {
  const { t } = useLanguage()
  return (
    <Panel title={t('foyer.desk.exports.saved')} flush>
      <ul className={css.list}>
        {exports.map(one => (
          <Saved key={one.id} saved={one} onChanged={onChanged} />
        ))}
      </ul>
    </Panel>
  )
}

function Saved({ saved, onChanged }: { readonly saved: SavedExport; readonly onChanged: () => unknown }) {
  const { t, language } = useLanguage()
  const dates = useDates(saved.timezone)
  const [isDeleting, setDeleting] = useState(false)
  const { send, isSending } = useSending()
  const { id: exportId, name, kind, format, of, dueAt, recipients } = saved
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
