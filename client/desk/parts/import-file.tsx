import { useId, useState } from 'react'
import type { DeskOrganization } from '#contract/desk-organizations.ts'
import {
  deskEditEventPagePath,
  deskEventImportPath,
  deskPassImportPath,
  deskPassPagePath,
  pathTo,
} from '#contract/paths.ts'
import { problemText } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { useQuery } from '#client/frame/calls/use-query.tsx'
import { useSending } from '#client/frame/forms/sent-form.tsx'
import { Button } from '#client/kit/button/button.tsx'
import { Dialog } from '#client/kit/dialog/dialog.tsx'
import { ErrorSummary } from '#client/kit/error-summary/error-summary.tsx'
import { SelectField } from '#client/kit/field/field.tsx'
import { useT } from '#client/language/language-context.ts'
import { useNavigate } from '#client/routing/router.tsx'
import { organizationsQuery } from '../organizations.ts'
import { FileField } from './file-field.tsx'

type Kind = 'event' | 'pass'

/** Creates an event or a pass from its file: another shop's, or an own one that was downloaded. */
export function ImportFile({ kind }: { readonly kind: Kind }) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button tone="quiet" onClick={() => setOpen(true)}>
        {t('foyer.desk.import-file')}
      </Button>
      {isOpen && <Import kind={kind} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Sends the text of the file; the page of what was created follows. */
function useImport(kind: Kind) {
  const navigate = useNavigate()
  const { send, ...sending } = useSending()
  const bring = async (file: File, organizationId: number) => {
    const body = { organizationId, text: await file.text() }
    if (kind === 'event')
      return send(
        () => server().call('POST', deskEventImportPath, { body }),
        answer =>
          answer.kind === 'done' &&
          'id' in answer.value &&
          navigate(pathTo(deskEditEventPagePath, { eventId: answer.value.id })),
      )
    return send(
      () => server().call('POST', deskPassImportPath, { body }),
      answer => answer.kind === 'done' && navigate(pathTo(deskPassPagePath, { passId: answer.value.id })),
    )
  }
  return { bring, ...sending }
}

function Import({ kind, onClose }: { readonly kind: Kind; readonly onClose: () => void }) {
  const t = useT()
  const id = useId()
  const { data } = useQuery(organizationsQuery())
  const organizations = data?.organizations ?? []
  const [chosen, setChosen] = useState<number>()
  const [file, setFile] = useState<File>()
  const { bring, isSending, problems } = useImport(kind)
  const organizationId = chosen ?? organizations[0]?.id
  const texts = { id, label: t('foyer.desk.import-file.file'), hint: t('foyer.desk.import-file.hint') }
  return (
    <Dialog
      isOpen
      title={t(`foyer.desk.import-file.${kind}`)}
      onDismiss={onClose}
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            {t('foyer.desk.leave-it')}
          </Button>
          <Button
            busy={isSending}
            disabled={file === undefined || organizationId === undefined}
            onClick={() => file && organizationId !== undefined && void bring(file, organizationId)}
          >
            {t('foyer.desk.import-file.do')}
          </Button>
        </>
      }
    >
      <ErrorSummary
        title={t('foyer.desk.import-file.refused')}
        entries={(problems?.list ?? []).map(problem => ({
          text: [problem.field, problemText(t, problem)].filter(Boolean).join(': '),
        }))}
        occasion={problems}
        status={problems?.status}
      />
      <OrganizationChoice id={`${id}-organization`} chosen={organizationId} all={organizations} onChange={setChosen} />
      <FileField {...texts} choose={t('foyer.desk.import.choose')} accept=".yaml,.yml,.json" onChoose={setFile}>
        {file && <bdi className="soft">{file.name}</bdi>}
      </FileField>
    </Dialog>
  )
}

type OrganizationChoiceProps = {
  readonly id: string
  readonly chosen: number | undefined
  readonly all: readonly DeskOrganization[]
  readonly onChange: (id: number) => void
}

/** Nothing to choose in a shop of one. */
function OrganizationChoice({ id, chosen, all, onChange }: OrganizationChoiceProps) {
  const t = useT()
  if (all.length < 2) return null
  return (
    <SelectField
      id={id}
      label={t('foyer.desk.organization')}
      value={String(chosen)}
      onChange={event => onChange(Number(event.target.value))}
    >
      {all.map(each => (
        <option key={each.id} value={each.id}>
          {each.name}
        </option>
      ))}
    </SelectField>
  )
}
