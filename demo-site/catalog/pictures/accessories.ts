import { cloth, type Drawing, flat, ground, seam, shadow, solid, stitch, stroke } from './brush.ts'

const brass = '#d8b878'

const bag: Drawing = (tone, look) =>
  ground(402, 270) +
  stroke(
    look % 2 === 0
      ? 'M140 190Q144 70 200 70Q256 70 260 190'
      : 'M96 200Q110 44 200 44Q290 44 304 200',
    tone.shade,
    13,
  ) +
  solid('M76 184H324L344 384Q344 400 326 402H74Q56 400 56 384Z', tone.base) +
  flat('M76 184H324L327 214H73Z', tone.shade) +
  stitch('M72 226H328M66 388H334', tone.light) +
  (look > 2
    ? solid('M76 184H324L318 280Q200 318 82 280Z', tone.shade) +
      `<rect x="182" y="276" width="36" height="28" rx="6" fill="${brass}"/>`
    : `<circle cx="140" cy="200" r="8" fill="${brass}"/><circle cx="260" cy="200" r="8" fill="${brass}"/>`)

const belt: Drawing = (tone) =>
  `<g fill="none"><circle cx="206" cy="256" r="124" stroke="#2a1d10" stroke-opacity=".1" stroke-width="44"/>` +
  `<circle cx="200" cy="244" r="124" stroke="${tone.shade}" stroke-width="42"/>` +
  `<circle cx="200" cy="244" r="96" stroke="${tone.base}" stroke-width="34"/>` +
  `<circle cx="200" cy="244" r="135" stroke="${tone.light}" stroke-opacity=".7" stroke-width="2" stroke-dasharray="6 5"/></g>` +
  solid('M74 300L128 270L330 352L346 384L312 392L96 344Z', tone.base) +
  `<rect x="66" y="276" width="62" height="66" rx="8" fill="none" stroke="${brass}" stroke-width="11" transform="rotate(20 97 309)"/>` +
  `<g fill="${tone.deep}"><circle cx="250" cy="346" r="4"/><circle cx="278" cy="356" r="4"/><circle cx="306" cy="366" r="4"/></g>`

const cap: Drawing = (tone, look) =>
  ground(338, 270) +
  solid('M70 292Q60 136 190 128Q312 132 310 288Q190 262 70 292Z', tone.base) +
  flat('M190 128Q250 160 258 272Q286 278 310 288Q312 132 190 128Z', tone.shade) +
  seam('M190 128Q140 170 132 276M190 128Q236 180 238 272', tone) +
  solid('M150 278Q250 250 322 286Q372 316 360 338Q270 306 160 318Q120 300 150 278Z', tone.shade) +
  stitch('M168 300Q260 282 346 322', tone.light) +
  `<circle cx="190" cy="128" r="9" fill="${tone.shade}"/>` +
  (look > 1 ? `<rect x="164" y="196" width="54" height="38" rx="5" fill="${tone.light}"/>` : '')

const beanie: Drawing = (tone, look) => {
  const columns = [112, 138, 164, 190, 216, 242, 268]
    .map((x) => `M${x} 286Q${x + (200 - x) * 0.2} 190 ${200 + (x - 200) * 0.35} 136`)
    .join('')
  return (
    ground(364, 250) +
    (look % 2 === 0
      ? `<circle cx="200" cy="108" r="38" fill="${tone.light}"/><circle cx="200" cy="108" r="38" fill="url(#volume)"/>`
      : '') +
    solid('M84 300Q76 126 200 122Q324 126 316 300Z', tone.base) +
    seam(columns, tone) +
    solid('M74 286H326Q338 320 326 358H74Q62 320 74 286Z', tone.shade) +
    seam([96, 122, 148, 174, 200, 226, 252, 278, 304].map((x) => `M${x} 294v56`).join(''), tone)
  )
}

const scarf: Drawing = (tone, look) => {
  const fringe = (from: number, to: number) =>
    Array.from(
      { length: Math.floor((to - from) / 10) + 1 },
      (_, place) => `M${from + place * 10} 392v34`,
    ).join('')
  return (
    stroke(fringe(120, 190) + fringe(222, 282), tone.shade, 4) +
    cloth(
      'M112 128Q200 66 288 128Q312 176 280 220L288 396H216L206 258L196 396H112L124 220Q88 176 112 128Z',
      tone,
      look,
    ) +
    flat('M134 136Q200 180 266 136Q262 110 200 104Q138 110 134 136Z', tone.deep) +
    solid('M104 150Q200 236 296 150Q310 196 272 232Q200 272 128 232Q90 196 104 150Z', tone.base) +
    seam('M112 176Q200 250 288 176M206 258L196 396', tone)
  )
}

const watch: Drawing = (tone, look) => {
  const ticks = Array.from(
    { length: 12 },
    (_, hour) =>
      `<path d="M200 176v12" stroke="#5b5b5b" stroke-width="4" transform="rotate(${hour * 30} 200 244)"/>`,
  ).join('')
  const dial = look % 2 === 0 ? '#f7f5f0' : '#2d3238'
  const hand = look % 2 === 0 ? '#2d3238' : '#f7f5f0'
  return (
    shadow('M158 50H242L250 180H150ZM150 310H250L242 438H158Z') +
    solid('M160 48Q200 40 240 48L250 190H150Z', tone.base) +
    solid('M150 298H250L240 440Q200 448 160 440Z', tone.base) +
    stitch('M168 56L160 176M232 56L240 176M160 312L168 432M240 312L232 432', tone.light) +
    `<circle cx="200" cy="244" r="92" fill="#b9bcbf"/><circle cx="200" cy="244" r="92" fill="url(#volume)"/>` +
    `<rect x="288" y="234" width="18" height="20" rx="4" fill="#a5a8ab"/>` +
    `<circle cx="200" cy="244" r="76" fill="${dial}"/>${ticks}` +
    stroke('M200 244L200 200', hand, 7) +
    stroke('M200 244L238 262', hand, 5) +
    `<circle cx="200" cy="244" r="6" fill="${tone.base}"/>`
  )
}

const backpack: Drawing = (tone, look) =>
  ground(424, 250) +
  stroke('M110 180Q70 260 96 380M290 180Q330 260 304 380', tone.deep, 16) +
  stroke('M172 78Q200 44 228 78', tone.shade, 12) +
  solid(
    'M108 150Q110 70 200 70Q290 70 292 150L306 390Q306 422 276 424H124Q94 422 94 390Z',
    tone.base,
  ) +
  (look % 2 === 0
    ? flat('M108 150Q110 70 200 70Q290 70 292 150L294 196Q200 230 106 196Z', tone.shade)
    : seam('M112 160Q200 128 288 160', tone)) +
  solid(
    'M126 280Q126 264 142 264H258Q274 264 274 280L282 388Q282 402 266 402H134Q118 402 118 388Z',
    tone.light,
  ) +
  stroke('M134 292H266', tone.deep, 4) +
  `<rect x="190" y="208" width="20" height="32" rx="4" fill="${brass}"/>` +
  stitch('M128 392H272', tone.deep)

/** Small things to wear or to carry. */
export const accessories = { bag, belt, cap, beanie, scarf, watch, backpack }
