#!/usr/bin/env node
import { isCommand, runCommand } from './commands/commands.ts'
import { fail, start } from './start/run.ts'

const [command, ...args] = process.argv.slice(2)

// What the service and its commands write is about people.
process.umask(0o077)

if (isCommand(command)) runCommand(command, args).catch(fail)
else start(process.argv.slice(2))
