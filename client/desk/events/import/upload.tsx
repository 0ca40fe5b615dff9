import { useId, useRef, useState } from 'react'
import type { PeopleList } from '#contract/desk-people-list.ts'
import { deskPeopleListsPath } from '#contract/paths.ts'
import { problemText } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { Button } from '#client/kit/button/button.tsx'
import { FieldError } from '#client/kit/field/field.tsx'
import { useT } from '#client/language/language-context.ts'
import { useSending } from '../../parts/form.tsx'
import { useDropped } from '../../parts/use-dropped.ts'
import { Panel } from '../../parts/work.tsx'
import css from './import.module.css'

export type UploadedList = PeopleList

type UploadProps = { readonly eventId: number; readonly onUploaded: (list: UploadedList | undefined) => void }

/** The file of a list, dropped or chosen. */
export function Upload({ eventId, onUploaded }: UploadProps) {
  const t = useT()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File>()
  const { send, isSending, problems } = useSending()
  const choose = (chosen: File | undefined) => {
    if (!chosen) return
    setFile(chosen)
    onUploaded(undefined)
    void send(
      () => server().call('POST', deskPeopleListsPath, { file: chosen, params: { eventId } }),
      answer => onUploaded(answer.kind === 'done' ? answer.value : undefined),
    )
  }
  const zone = useDropped(choose)
  const isTooLarge = problems?.status === 413
  const refusal = isTooLarge
    ? t('foyer.desk.import.file.too-costly')
    : problems?.list.map(problem => problemText(t, problem)).join(' ')
  return (
    <Panel title={t('foyer.desk.import.file')}>
      <section ref={zone} className={css.zone} aria-label={t('foyer.desk.import.choose')}>
        <p>{t('foyer.desk.import.hint')}</p>
        <FieldError id={id} error={refusal} />
        <div className={css.acts}>
          <Button tone={file ? 'quiet' : 'main'} busy={isSending} onClick={() => input.current?.click()}>
            {t('foyer.desk.import.choose')}
          </Button>
          {file && <bdi className="soft">{file.name}</bdi>}
        </div>
        <input
          ref={input}
          id={id}
          type="file"
          hidden
          accept=".csv,.tsv,.txt,.xlsx"
          aria-label={t('foyer.desk.import.choose')}
          onChange={({ target }) => {
            choose(target.files?.[0])
            target.value = ''
          }}
        />
        <p className="soft">{t('foyer.desk.import.kept')}</p>
      </section>
    </Panel>
  )
}
