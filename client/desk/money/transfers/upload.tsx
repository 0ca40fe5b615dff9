import { useState } from 'react'
import { deskBankStatementsPath } from '#contract/paths.ts'
import { problemText } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { type Problems, useSending } from '#client/frame/forms/sent-form.tsx'
import { Notice } from '#client/kit/notice/notice.tsx'
import { type Translate, useT } from '#client/language/language-context.ts'
import { FileZone } from '../../parts/file-zone.tsx'
import { Panel } from '../../parts/work.tsx'
import { ColumnsForm, type ProposedColumns, type StatedColumns } from './columns-form.tsx'

type Read = {
  readonly added: number
  readonly seenBefore: number
  readonly debits: number
  readonly reversals: number
  readonly pending: number
}

type UploadProps = { readonly organizationId: number; readonly onUploaded: () => unknown }

/** A bank statement, dropped or chosen. A table is read once its columns are confirmed. */
export function Upload({ organizationId, onUploaded }: UploadProps) {
  const t = useT()
  const [file, setFile] = useState<File>()
  const [columns, setColumns] = useState<ProposedColumns>()
  const [read, setRead] = useState<Read>()
  const { send, isSending, problems } = useSending()

  const upload = (chosen: File, stated?: StatedColumns) => {
    setFile(chosen)
    setRead(undefined)
    const query = { organizationId, ...stated }
    void send(
      () => server().call('POST', deskBankStatementsPath, { file: chosen, query }),
      answer => {
        if (answer.kind !== 'done') return
        setColumns(answer.value.columns)
        setRead(answer.value.read)
        // Another file may be chosen while the page is read again.
        if (answer.value.read) void onUploaded()
      },
    )
  }
  const choose = (chosen: File) => {
    setColumns(undefined)
    upload(chosen)
  }
  return (
    <Panel title={t('foyer.desk.statement')}>
      <FileZone
        choose={t('foyer.desk.statement.choose')}
        hint={t('foyer.desk.statement.hint')}
        file={file}
        isSending={isSending}
        error={columns ? undefined : textsOf(t, problems)}
        onChoose={choose}
      >
        {columns && file && (
          <ColumnsForm
            columns={columns}
            problems={problems}
            isSending={isSending}
            onConfirm={stated => upload(file, stated)}
            onDismiss={() => setColumns(undefined)}
          />
        )}
        <div role="status">{read && <Outcome read={read} />}</div>
      </FileZone>
    </Panel>
  )
}

const textsOf = (t: Translate, problems: Problems | undefined): string | undefined =>
  problems?.list.map(problem => problemText(t, problem)).join(' ')

/** What was on the statement, in a sentence each; what is none is left out. */
function Outcome({ read }: { readonly read: Read }) {
  const t = useT()
  const counted = (name: keyof Read) => {
    const count = read[name]
    if (count === 0) return null
    return count === 1 ? t(`foyer.desk.statement.${name}.one`) : t(`foyer.desk.statement.${name}`, count)
  }
  const isEmpty = read.added === 0
  return (
    <Notice tone={isEmpty ? 'plain' : 'good'}>
      {[
        isEmpty ? t('foyer.desk.statement.added.none') : counted('added'),
        counted('seenBefore'),
        counted('debits'),
        counted('reversals'),
        counted('pending'),
      ]
        .filter(sentence => sentence !== null)
        .join(' ')}
    </Notice>
  )
}
