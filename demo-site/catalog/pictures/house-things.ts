import { cloth, type Drawing, flat, ground, seam, shadow, solid, stitch, stroke } from './brush.ts'

const cushion: Drawing = (tone, look) => {
  const path = 'M74 112Q200 136 326 112Q306 240 326 370Q200 348 74 370Q94 240 74 112Z'
  return (
    cloth(path, tone, look) +
    seam('M86 126Q200 148 314 126Q298 240 314 358Q200 336 86 358Q102 240 86 126Z', tone)
  )
}

const lamp: Drawing = (tone, look) =>
  ground(428, 190) +
  `<ellipse cx="200" cy="250" rx="170" ry="150" fill="#ffe9b0" opacity=".35"/>` +
  (look % 2 === 0
    ? solid('M190 210H210V410H190Z', '#b08d5f')
    : solid(
        'M200 220Q262 270 246 350Q236 400 200 414Q164 400 154 350Q138 270 200 220Z',
        tone.shade,
      )) +
  solid('M140 412Q200 396 260 412L268 428H132Z', look % 2 === 0 ? '#b08d5f' : tone.shade) +
  solid('M150 70H250L300 226Q200 246 100 226Z', tone.base) +
  flat('M100 226Q200 246 300 226Q200 214 100 226Z', '#fff1c4') +
  seam('M174 72L146 230M226 72L254 230', tone)

const vases = [
  'M166 90H234Q226 140 252 180Q292 240 276 330Q262 404 200 408Q138 404 124 330Q108 240 148 180Q174 140 166 90Z',
  'M148 84H252Q240 250 256 404Q200 416 144 404Q160 250 148 84Z',
  'M184 76H216V160Q300 190 296 300Q284 404 200 408Q116 404 104 300Q100 190 184 160Z',
]

const vase: Drawing = (tone, look) => {
  const path = vases[look % vases.length] ?? ''
  const stems = 'M196 92Q180 40 150 22M204 92Q214 30 252 18'
  const leaves =
    flat('M150 22Q128 26 122 46Q146 48 158 34ZM252 18Q274 22 280 42Q256 44 246 28Z', '#7f9270') +
    flat('M176 58Q152 54 144 66Q164 74 180 68ZM222 50Q246 46 252 58Q232 66 218 60Z', '#95a786')
  return (
    ground(408, 190) +
    (look > 2 ? stroke(stems, '#7f9270', 4) + leaves : '') +
    solid(path, tone.base) +
    (look % vases.length === 1
      ? ''
      : flat('M150 250Q146 330 176 384Q138 350 138 300Q138 270 150 250Z', tone.light)) +
    (look % 2 === 0 ? seam('M128 290Q200 312 272 290M126 306Q200 328 274 306', tone) : '')
  )
}

const throwBlanket: Drawing = (tone, look) =>
  stroke(
    Array.from({ length: 19 }, (_, place) => `M${92 + place * 12} 396v30`).join(''),
    tone.shade,
    4,
  ) +
  cloth('M84 96Q200 78 316 96V398H84Z', tone, look) +
  flat('M84 96Q200 78 316 96V152Q200 134 84 152Z', tone.shade) +
  seam('M84 152Q200 134 316 152M160 146V398M240 146V398', tone)

const mug: Drawing = (tone, look) =>
  ground(386, 230) +
  stroke('M282 196Q352 190 346 262Q340 322 268 322', tone.base, 24) +
  stroke('M282 196Q352 190 346 262Q340 322 268 322', tone.shade, 6) +
  solid('M100 140H292L280 354Q276 384 246 384H146Q116 384 112 354Z', tone.base) +
  `<ellipse cx="196" cy="140" rx="96" ry="20" fill="${tone.light}"/><ellipse cx="196" cy="143" rx="82" ry="14" fill="#4a3020"/>` +
  (look > 2
    ? flat('M105 230H287L281 330H110Z', tone.light)
    : seam('M104 214Q196 234 288 214', tone)) +
  (look === 1 ? stroke('M170 110Q160 88 174 66M212 110Q202 88 216 66', '#cfc6ba', 5) : '')

const bowl: Drawing = (tone, look) =>
  ground(366, 200) +
  solid('M152 340H248L256 366H144Z', tone.shade) +
  solid('M50 196H350Q348 346 200 350Q52 346 50 196Z', tone.base) +
  `<ellipse cx="200" cy="196" rx="150" ry="34" fill="${tone.light}"/><ellipse cx="200" cy="200" rx="134" ry="26" fill="${tone.shade}"/>` +
  (look % 2 === 0 ? seam('M58 240Q200 290 342 240', tone) : '')

const pan: Drawing = (tone) =>
  `<ellipse cx="178" cy="262" rx="142" ry="142" fill="#2a1d10" opacity=".1"/>` +
  stroke('M262 160L352 74', '#8a6644', 24) +
  stroke('M262 160L282 141', '#9b9b9b', 14) +
  `<circle cx="170" cy="250" r="140" fill="${tone.base}"/><circle cx="170" cy="250" r="140" fill="url(#volume)"/>` +
  `<circle cx="170" cy="250" r="114" fill="#3d3c3b"/><circle cx="170" cy="250" r="114" fill="url(#volume)"/>` +
  stroke('M92 226Q104 180 146 166', '#6a6866', 6)

const towel: Drawing = (tone, look) =>
  `<rect x="40" y="70" width="320" height="14" rx="7" fill="#b08d5f"/>` +
  cloth('M104 70H296V398H104Z', tone, look === 3 ? 0 : look) +
  flat('M104 70H296V96H104Z', tone.light) +
  flat('M104 340H296V352H104ZM104 362H296V370H104Z', tone.light) +
  shadow('M104 60H296V70H104Z') +
  stitch('M104 390H296', tone.deep)

const chair: Drawing = (tone, look) =>
  ground(430, 270) +
  stroke('M118 290L100 424M286 290L300 424M150 290L152 400M258 290L252 400', tone.shade, 13) +
  stroke('M122 280L104 70M278 280L296 70', tone.base, 15) +
  (look % 2 === 0
    ? solid('M104 78Q200 56 296 78L292 150Q200 130 108 150Z', tone.base)
    : stroke(
        'M108 96Q200 78 292 96M112 140Q200 122 288 140M116 184Q200 166 284 184',
        tone.base,
        14,
      )) +
  solid('M104 270Q200 252 296 270L310 300Q200 316 90 300Z', look > 2 ? '#e6dccb' : tone.light) +
  flat('M90 300Q200 316 310 300L308 312Q200 330 92 312Z', tone.shade)

const table: Drawing = (tone, look) =>
  ground(424, 260) +
  stroke('M124 190L92 418M276 190L308 418M200 196V412', tone.shade, 14) +
  (look % 2 === 0 ? stroke('M106 320Q200 344 294 320', tone.shade, 9) : '') +
  solid('M62 172Q62 202 200 206Q338 202 338 172V160H62Z', tone.shade) +
  `<ellipse cx="200" cy="162" rx="138" ry="34" fill="${tone.light}"/><ellipse cx="200" cy="162" rx="138" ry="34" fill="url(#volume)"/>` +
  seam('M90 156Q200 176 310 156M110 172Q200 186 290 172', tone)

/** Things for the house. */
export const home = {
  cushion,
  lamp,
  vase,
  throw: throwBlanket,
  mug,
  bowl,
  pan,
  towel,
  chair,
  table,
}
