import { type Drawing, flat, ground, seam, solid, stroke } from './brush.ts'

const tent: Drawing = (tone) =>
  ground(376, 360) +
  solid('M200 116L376 372H24Z', tone.base) +
  flat('M200 116L376 372H262Z', tone.shade) +
  flat('M200 116Q176 260 138 372H262Q224 260 200 116Z', tone.deep) +
  flat('M200 116Q190 250 160 372H138Q176 260 200 116Z', tone.light) +
  flat('M200 116Q210 250 240 372H262Q224 260 200 116Z', tone.light) +
  stroke('M200 116L188 96M200 116L212 96', '#7d6a54', 6) +
  stroke('M376 372L394 382M24 372L6 382', '#a08d74', 4) +
  seam('M112 244L64 372M288 244L336 372', tone)

const sleepingbag: Drawing = (tone) => {
  const quilting = [150, 196, 242, 288, 334, 380]
    .map((y) => `M112 ${y}Q200 ${y + 22} 288 ${y}`)
    .join('')
  return (
    `<ellipse cx="208" cy="262" rx="106" ry="192" fill="#2a1d10" opacity=".1"/>` +
    solid(
      'M200 54Q306 54 306 160Q304 290 268 420Q200 458 132 420Q96 290 94 160Q94 54 200 54Z',
      tone.base,
    ) +
    seam(quilting, tone) +
    flat('M200 76Q262 76 262 136Q262 176 200 180Q138 176 138 136Q138 76 200 76Z', tone.deep) +
    flat('M158 122Q200 100 242 122Q244 162 200 166Q156 162 158 122Z', '#efe6d6') +
    stroke('M262 150Q284 240 262 340', tone.light, 5)
  )
}

const lantern: Drawing = (tone) =>
  ground(400, 200) +
  stroke('M136 158Q136 56 200 56Q264 56 264 158', '#6d6a66', 7) +
  flat('M142 188H258L266 340H134Z', '#fff3c9') +
  `<ellipse cx="200" cy="270" rx="34" ry="56" fill="#ffd97a"/><ellipse cx="200" cy="280" rx="16" ry="34" fill="#fff"/>` +
  solid('M150 132H250L270 190H130Z', tone.base) +
  solid('M126 336H274L284 392Q200 410 116 392Z', tone.base) +
  stroke('M146 190L138 338M254 190L262 338M200 190V338', tone.shade, 6) +
  `<circle cx="200" cy="366" r="10" fill="${tone.light}"/>`

const bottle: Drawing = (tone, look) =>
  ground(432, 170) +
  solid(
    'M168 64Q168 52 180 52H220Q232 52 232 64V108H168Z',
    look % 2 === 0 ? '#4a4744' : '#c9a878',
  ) +
  (look > 2 ? stroke('M176 60Q200 20 224 60', '#4a4744', 9) : '') +
  solid(
    'M166 106H234Q268 130 268 174V404Q268 432 240 432H160Q132 432 132 404V174Q132 130 166 106Z',
    tone.base,
  ) +
  flat('M150 180Q150 150 170 130V420H164Q150 418 150 404Z', tone.light) +
  flat('M132 392H268V404Q268 432 240 432H160Q132 432 132 404Z', tone.shade) +
  `<circle cx="212" cy="262" r="22" fill="none" stroke="${tone.light}" stroke-width="4"/>` +
  flat('M200 270L212 250L224 270Z', tone.light)

/** Things for the night outside. */
export const outdoor = { tent, sleepingbag, lantern, bottle }
