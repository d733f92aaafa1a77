import { createStub } from './api/stub'
import { readGlobal, writeGlobal } from './browser/dom'

// A shop may have pasted it twice, or the tag may have been faster: who came first stays.
readGlobal('svc') ?? writeGlobal('svc', createStub(Date.now))
