import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { runCommand } from '../../../../service/commands/commands.ts'
import { openStore } from '../../../../service/store/postgres.ts'
import { outputPath } from '../../../support/fixtures/output-path.ts'

test('a store in a folder that is not there is refused, and makes no folder', async () => {
  const file = outputPath('nope', 'new.db')
  const folder = dirname(file)
  const message = `${file}: there is no folder ${folder}; create it, or name another file.`
  await expect(openStore(file)).rejects.toThrow(message)
  await expect(runCommand('import', ['/dev/null', '--into', file])).rejects.toThrow(message)
  expect(existsSync(folder)).toBe(false)
})

test('a command that reads a store refuses one that is not there, and makes none', async () => {
  const file = outputPath('service.db')
  for (const [command, args] of [
    ['delete', ['--db', file, '--uid', 'u1']],
    ['export', ['--db', file]],
    ['replay', ['--db', file, '--into', outputPath('copy.db')]],
  ] as const) {
    await expect(runCommand(command, args), command).rejects.toThrow(
      `${file}: there is no such file.`,
    )
  }
  expect(existsSync(file)).toBe(false)
})

test('a store that is not there is made where its folder is', async () => {
  const file = outputPath('service.db')
  await (await openStore(file)).close()
  expect(existsSync(file)).toBe(true)
})
