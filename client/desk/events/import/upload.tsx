import { useState } from 'react'
import type { PeopleList } from '#contract/desk-people-list.ts'
import { deskPeopleListsPath } from '#contract/paths.ts'
import { problemText } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { useSending } from '#client/frame/forms/sent-form.tsx'
import { useT } from '#client/language/language-context.ts'
import { FileZone } from '../../parts/file-zone.tsx'
import { Panel } from '../../parts/work.tsx'

export type UploadedList = PeopleList

type UploadProps = { readonly eventId: number; readonly onUploaded: (list: UploadedList | undefined) => void }

/** The file of a list, dropped or chosen. */
export function Upload({ eventId, onUploaded }: UploadProps) {
  const t = useT()
  const [file, setFile] = useState<File>()
  const { send, isSending, problems } = useSending()
  const choose = (chosen: File) => {
    setFile(chosen)
    onUploaded(undefined)
    void send(
      () => server().call('POST', deskPeopleListsPath, { file: chosen, params: { eventId } }),
      answer => onUploaded(answer.kind === 'done' ? answer.value : undefined),
    )
  }
  const isTooLarge = problems?.status === 413
  const refusal = isTooLarge
    ? t('foyer.desk.import.file.too-costly')
    : problems?.list.map(problem => problemText(t, problem)).join(' ')
  return (
    <Panel title={t('foyer.desk.import.file')}>
      <FileZone
        choose={t('foyer.desk.import.choose')}
        hint={t('foyer.desk.import.hint')}
        accept=".csv,.tsv,.txt,.xlsx"
        file={file}
        isSending={isSending}
        error={refusal}
        onChoose={choose}
      >
        <p className="soft">{t('foyer.desk.import.kept')}</p>
      </FileZone>
    </Panel>
  )
}
