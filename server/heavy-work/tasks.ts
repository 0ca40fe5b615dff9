import type { SealedKeystore, StoredKeystore } from '../wallet/apple/read-keystore.ts'

/** What may be dear, by name, with what goes in and what comes out. Both cross to another thread: plain values only. */
export type HeavyTasks = {
  'markdown-to-html': {
    /** `newTab` is what stands around the words of a link that opens a new tab, for those who hear the page. */
    input: { readonly markdown: string; readonly newTab: { readonly before: string; readonly after: string } | null }
    answer: string
  }
  'markdown-to-text': { input: { readonly markdown: string }; answer: string }
  'read-keystore': { input: SealedKeystore; answer: StoredKeystore | undefined }
}

export type HeavyTask = keyof HeavyTasks

export type HeavyRequest = {
  readonly [Task in HeavyTask]: { readonly task: Task; readonly input: HeavyTasks[Task]['input'] }
}[HeavyTask]

export type HeavyResult = { readonly answer: unknown } | { readonly error: string }
