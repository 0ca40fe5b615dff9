import { useT } from '#client/language/language-context.ts'
import type { Submission } from './use-submission.ts'

/** The text of what is wrong with a field, in the language of the page. */
export function useErrorText({ problemOf }: Submission): (path: string) => string | undefined {
  const t = useT()
  return path => {
    const problem = problemOf(path)
    return problem && t(problem.code, ...problem.args)
  }
}
