import { createStub } from './api/stub'
import { readGlobal, writeGlobal } from './browser/dom'

// The shop may have pasted the snippet twice, or the tag may have run first. The first object stays.
readGlobal('svc') ?? writeGlobal('svc', createStub(Date.now))
