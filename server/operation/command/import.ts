import { resolve } from 'node:path'
import { importFiles, tellImport } from '#server/organiser/event-file/import-files.ts'
import { type Command, Refusal, say, withShop } from './command.ts'

export const importCommand: Command = {
  usage: ['import <file>...'],
  summary: 'Creates the events and passes of YAML or JSON files, or updates them when they are there.',
  run: async files => {
    if (files.length === 0) throw new Refusal('Say which files to import.')
    // npm changes to the folder of the project and states where it was called.
    const folder = process.env['INIT_CWD'] ?? process.cwd()
    const paths = files.map(file => resolve(folder, file))
    const imported = await withShop(shop => importFiles(shop, paths))
    say(tellImport(imported))
    return imported.some(({ result }) => result === 'refused') ? 1 : 0
  },
}
