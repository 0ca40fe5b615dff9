import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node'
import { type FileRun, type TestRun, kindOf } from './test-run.ts'

/** Writes what a run of vitest came to into a file, for `tools/test.ts`: each test file with its kind and seconds. */
export function testReporter(reportFile: string): Reporter {
  return {
    onTestRunEnd: (modules, unhandledErrors) => {
      const run: TestRun = { files: modules.map(fileRun), errors: unhandledErrors.map(errorText) }
      mkdirSync(dirname(reportFile), { recursive: true })
      writeFileSync(reportFile, JSON.stringify(run))
    },
  }
}

function fileRun(module: TestModule): FileRun {
  const tests = [...module.children.allTests()]
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic()
  return {
    kind: kindOf(module.project.name, module.relativeModuleId),
    file: module.relativeModuleId,
    milliseconds: environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration,
    passed: tests.filter(test => test.result().state === 'passed').length,
    failures: [...failuresOfFile(module), ...tests.flatMap(failuresOfTest)],
  }
}

/** A file that can't be loaded has no tests that fail, and one whose process is gone was never finished. */
function failuresOfFile(module: TestModule): FileRun['failures'] {
  const errors = [module, ...module.children.allSuites()].flatMap(part => part.errors()).map(errorText)
  if (errors.length > 0) return errors.map(message => ({ test: '', message }))
  const isOver = ['passed', 'failed', 'skipped'].includes(module.state())
  return isOver ? [] : [{ test: '', message: 'was not run to its end' }]
}

function failuresOfTest(test: TestCase): FileRun['failures'] {
  const { state, errors } = test.result()
  if (state === 'pending') return [{ test: test.fullName, message: 'was not run to its end' }]
  if (state !== 'failed') return []
  return [{ test: test.fullName, message: errors.map(errorText).join('\n') }]
}

/** As vitest hands errors over the border of a process. */
type SerializedFailure = SerializedError & { readonly diff?: string; readonly cause?: SerializedFailure }

function errorText({ name, message, stack, diff, cause }: SerializedFailure): string {
  const texts = [stack ?? `${name ?? 'Error'}: ${message}`, diff, cause && `Caused by ${errorText(cause)}`]
  return texts.filter(text => text !== undefined && text !== '').join('\n')
}
