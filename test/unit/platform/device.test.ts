import { expect, test } from 'vitest'
import { type Device, deviceOf } from '../../../src/parts/clients/browse/list-request'

const mac =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.1 Safari/605.1.15'

const devices: [
  browser: string,
  userAgent: string,
  touchPoints: number,
  device: Omit<Device, 'source'>,
][] = [
  [
    'Chrome on Windows',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/156.0 Safari/537.36',
    0,
    { type: 'desktop', os: 'windows' },
  ],
  [
    'Firefox on Linux',
    'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0',
    0,
    { type: 'desktop' },
  ],
  ['Safari on a Mac', mac, 0, { type: 'desktop' }],
  ['Safari on an iPad that calls itself a Mac', mac, 5, { type: 'tablet', os: 'ios' }],
  [
    'Safari on an old iPad',
    'Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) Version/12.1 Mobile/15E148 Safari/604.1',
    5,
    { type: 'tablet', os: 'ios' },
  ],
  [
    'Safari on an iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Mobile/15E148 Safari/604.1',
    5,
    { type: 'mobile', os: 'ios' },
  ],
  [
    'Chrome on an Android phone',
    'Mozilla/5.0 (Linux; Android 10; K) Chrome/156.0 Mobile Safari/537.36',
    5,
    { type: 'mobile', os: 'android' },
  ],
  [
    'Chrome on an Android tablet',
    'Mozilla/5.0 (Linux; Android 10; K) Chrome/156.0 Safari/537.36',
    5,
    { type: 'tablet', os: 'android' },
  ],
  [
    'Firefox on an Android tablet',
    'Mozilla/5.0 (Android 14; Tablet; rv:153.0) Gecko/153.0 Firefox/153.0',
    5,
    { type: 'tablet', os: 'android' },
  ],
  ['a browser without a name', '', 0, { type: 'desktop' }],
]
for (const [browser, userAgent, touchPoints, device] of devices) {
  test(`${browser} is ${device.os ?? 'another'} ${device.type}`, () => {
    expect(deviceOf(userAgent, touchPoints)).toEqual({ ...device, source: 'browser' })
  })
}
