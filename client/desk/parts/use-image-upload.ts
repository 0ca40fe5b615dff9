import { useState } from 'react'
import { deskImagesPath } from '#contract/paths.ts'
import { explain, problemText } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { useT } from '#client/language/language-context.ts'
import type { Region } from './crop/region.ts'

/**
 * Sends a picture to the shop, one at a time; `onStored` gets its id. `problem` says why the last one was refused. Without a region
 * the whole picture is kept.
 */
export function useImageUpload(onStored: (imageId: string) => void) {
  const t = useT()
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState<string>()
  async function send(file: File, region: Region | undefined): Promise<void> {
    if (isSending) return
    setSending(true)
    const answer = await server().call('POST', deskImagesPath, { file, ...(region && { query: region }) })
    setSending(false)
    const problems = answer.kind === 'done' ? [] : explain(answer).map(each => problemText(t, each))
    setProblem(problems.length === 0 ? undefined : problems.join(' '))
    if (answer.kind === 'done') onStored(answer.value.imageId)
  }
  return { send, isSending, problem, dropProblem: () => setProblem(undefined) }
}
