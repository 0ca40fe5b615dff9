import { ConfigurationError } from '#server/foundation/config/config.ts'
import { DatabaseUnavailable } from '#server/foundation/database/try-again.ts'
import { apiKeyCommand } from './api-key.ts'
import { backupCommand } from './backup/backup.ts'
import { type Command, Refusal, complain, say } from './command.ts'
import { doctorCommand } from './doctor.ts'
import { documentsCommand, importCommand, personalDataCommand, trailCommand } from './orders.ts'
import { mailsCommand } from './mails.ts'
import { ownerCommand } from './owner.ts'
import { paymentsCommand } from './payments.ts'
import { pictureCommand } from './picture.ts'
import { pollsCommand } from './polls.ts'
import { restoreCommand } from './backup/restore.ts'
import { settingsCommand } from './settings.ts'
import { textsCommand } from './texts.ts'
import { tokensCommand } from './tokens.ts'

/** `npm run foyer -- <command>`: what is done beside the running shop, or without it. */

const COMMANDS: Readonly<Record<string, Command>> = {
  import: importCommand,
  doctor: doctorCommand,
  backup: backupCommand,
  restore: restoreCommand,
  settings: settingsCommand,
  texts: textsCommand,
  tokens: tokensCommand,
  owner: ownerCommand,
  'api-key': apiKeyCommand,
  payments: paymentsCommand,
  documents: documentsCommand,
  mails: mailsCommand,
  trail: trailCommand,
  'personal-data': personalDataCommand,
  polls: pollsCommand,
  picture: pictureCommand,
}

process.exitCode = await run(process.argv.slice(2))

async function run([name = '', ...args]: readonly string[]): Promise<number> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (command === undefined) return usage(name)
  try {
    return await command.run(args)
  } catch (error) {
    const isForThePerson =
      error instanceof Refusal || error instanceof ConfigurationError || error instanceof DatabaseUnavailable
    if (isForThePerson) complain(error.message)
    else if (isMistyped(error)) complain(`${error.message}\n\n${formsOf(command)}`)
    // A fault of ours with its trace, and with whatever the database quotes in it.
    else complain(error)
    return 1
  }
}

/** What util.parseArgs throws for an option that a command hasn't got, or that lacks its value. */
function isMistyped(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_')
}

function formsOf({ usage: forms }: Command): string {
  return forms.map(form => `npm run foyer -- ${form}`).join('\n')
}

function usage(name: string): number {
  const isHelp = ['', 'help', '--help', '-h'].includes(name)
  if (!isHelp) say(`There is no command "${name}".`, '')
  for (const one of Object.values(COMMANDS)) say(formsOf(one), `    ${one.summary}`)
  return isHelp ? 0 : 2
}
