import type { DeskPass, DeskPassMembers } from '#contract/desk-pass.ts'
import { deskPassPath } from '#contract/paths.ts'
import { server } from '#client/frame/calls/server.ts'
import { FileEditor, type SentChange } from '../../editor/file-editor.tsx'
import { PASS_MEMBERS } from '../members/pass-members.ts'
import { PassHead } from '../pass-head.tsx'

type PassFormProps = {
  readonly pass: DeskPass
  readonly reload: () => Promise<{ readonly data: DeskPass | undefined }>
}

/** All that an organiser states of a pass. */
export function PassForm({ pass, reload }: PassFormProps) {
  const send = ({ base, changes }: SentChange) =>
    server().call('PUT', deskPassPath, {
      params: { passId: pass.id },
      // The decoding edge: the server refuses what is none of its members, by the field.
      body: { base, changes: changes as DeskPassMembers },
    })
  return (
    <FileEditor
      edited={editedOf(pass)}
      organizationId={pass.organizationId}
      facts={pass.facts}
      members={PASS_MEMBERS}
      head={<PassHead pass={pass} reload={reload} />}
      send={send}
      reload={async () => {
        const { data } = await reload()
        return data && editedOf(data)
      }}
    />
  )
}

const editedOf = ({ id, version, file }: DeskPass) => ({ name: `desk-pass-${id}`, version, file })
