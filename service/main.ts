#!/usr/bin/env node
import { start } from './run.ts'

start(process.argv.slice(2))
