#!/usr/bin/env node
import { main } from './audit-command.ts'

process.exitCode = await main(process.argv.slice(2))
