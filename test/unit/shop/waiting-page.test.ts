import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { showProgress } from '../../../demo-site/waiting-page.ts'
import { readOptions } from '../../../service/start/service-options.ts'

/** Listens on a port, or on any; settles with the port and the function that frees it. */
const listen = async (port = 0) => {
  const server = createServer()
  await new Promise<void>((settle, fail) => {
    server.once('error', fail)
    server.listen(port, '127.0.0.1', settle)
  })
  const free = () => new Promise((settle) => server.close(settle))
  return { port: (server.address() as AddressInfo).port, free }
}

const optionsFor = (port: number) => {
  const options = readOptions(['--port', String(port)], ':memory:')
  if (!options) throw new Error('the arguments ask for help')
  return options
}

test('while the shop is built its address says so, and is free afterwards', async () => {
  const { port, free } = await listen()
  await free()
  const hide = await showProgress(optionsFor(port))
  const response = await fetch(`http://127.0.0.1:${port}/c/Men`)
  expect(response.status).toBe(503)
  expect(await response.text()).toContain('The demo shop is being built')
  await hide()
  const service = await listen(port)
  expect(service.port).toBe(port)
  await service.free()
})

test('a port that is taken stays with its program', async () => {
  const { port, free } = await listen()
  const hide = await showProgress(optionsFor(port))
  await hide()
  await free()
})
