import { cloth, type Drawing, flat, seam, shadow, solid, stitch, stroke } from './brush.ts'

const sleeved =
  'M150 96C170 118 230 118 250 96L318 126Q334 134 338 152L352 226L306 240L288 186L292 388Q200 402 108 388L112 186L94 240L48 226L62 152Q66 134 82 126Z'
const longSleeved =
  'M152 92C170 112 230 112 248 92L304 118Q322 126 326 146L358 356Q340 370 318 366L286 214L290 392Q200 406 110 392L114 214L82 366Q60 370 42 356L74 146Q78 126 96 118Z'

const neck = (fill: string) => flat('M150 96C170 118 230 118 250 96C238 132 162 132 150 96Z', fill)

const tee: Drawing = (tone, look) =>
  cloth(sleeved, tone, look) +
  neck(tone.shade) +
  seam('M112 186Q106 160 116 132M288 186Q294 160 284 132', tone) +
  (look === 2 ? seam('M222 190h46v40q-23 16-46 0zM222 200h46', tone) : '') +
  stitch('M110 378Q200 392 290 378', tone.deep)

const shirt: Drawing = (tone, look) => {
  const buttons = [170, 215, 260, 305, 350]
    .map((y) => `<circle cx="206" cy="${y}" r="4" fill="${tone.light}" stroke="${tone.deep}"/>`)
    .join('')
  return (
    cloth(longSleeved, tone, look === 5 ? 0 : look) +
    flat('M152 92L200 138L248 92L232 82H168Z', tone.shade) +
    solid('M152 92L168 80L200 134L172 158Z', tone.light) +
    solid('M248 92L232 80L200 134L228 158Z', tone.light) +
    seam('M192 140V398M218 150V398M228 200h48v46q-24 12-48 0z', tone) +
    seam('M52 340L88 346M348 340L312 346', tone) +
    buttons
  )
}

const ribs = (y: number, from: number, to: number) =>
  Array.from({ length: Math.floor((to - from) / 9) }, (_, place) => {
    const x = from + place * 9
    return `M${x} ${y}v20`
  }).join('')

const knit: Drawing = (tone, look) =>
  cloth(longSleeved, tone, look) +
  solid('M152 92C170 112 230 112 248 92L240 74C222 86 178 86 160 74Z', tone.shade) +
  flat('M110 372Q200 386 290 372L290 392Q200 406 110 392Z', tone.shade) +
  flat(
    'M44 338L84 348L82 366Q60 370 42 356ZM356 338L316 348L318 366Q340 370 358 356Z',
    tone.shade,
  ) +
  seam(ribs(376, 120, 286), tone) +
  seam('M114 214Q108 180 120 150M286 214Q292 180 280 150', tone)

const hoodie: Drawing = (tone, look) =>
  cloth(longSleeved, tone, look === 3 || look === 4 ? 0 : look) +
  flat('M110 370Q200 384 290 370L290 392Q200 406 110 392Z', tone.shade) +
  solid('M132 112Q132 48 200 48Q268 48 268 112Q236 152 200 152Q164 152 132 112Z', tone.base) +
  flat('M156 108Q160 74 200 74Q240 74 244 108Q224 136 200 136Q176 136 156 108Z', tone.shade) +
  flat('M146 262H254L276 336H124Z', tone.shade) +
  seam('M146 262H254L276 336H124Z', tone) +
  stroke('M182 140V204M218 140V200', tone.light, 5) +
  seam('M114 214Q108 180 120 150M286 214Q292 180 280 150', tone)

const jacket: Drawing = (tone, look) => {
  const isQuilted = look === 1 || look === 4
  const quilting = [160, 204, 248, 292, 336].map((y) => `M112 ${y}Q200 ${y + 12} 288 ${y}`).join('')
  return (
    cloth(longSleeved, tone, 0) +
    (isQuilted ? seam(quilting, tone) : seam('M114 176Q200 190 286 176', tone)) +
    solid('M150 96Q146 66 172 58H228Q254 66 250 96L200 128Z', tone.shade) +
    flat('M172 58H228L200 112Z', tone.deep) +
    stroke('M200 118V396', tone.deep, 4) +
    `<rect x="195" y="128" width="10" height="18" rx="3" fill="${tone.light}"/>` +
    flat('M130 286L176 276V288L134 298ZM270 286L224 276V288L266 298Z', tone.shade) +
    flat(
      'M46 332L86 342L82 366Q60 370 42 356ZM354 332L314 342L318 366Q340 370 358 356Z',
      tone.shade,
    ) +
    seam('M114 214Q108 180 120 150M286 214Q292 180 280 150', tone)
  )
}

const dress: Drawing = (tone, look) =>
  cloth(
    'M150 62Q158 96 200 100Q242 96 250 62L276 70Q270 120 276 150Q268 190 258 206Q300 300 318 416Q200 446 82 416Q100 300 142 206Q132 190 124 150Q130 120 124 70Z',
    tone,
    look,
  ) +
  flat('M142 200Q200 214 258 200L260 214Q200 228 140 214Z', tone.shade) +
  seam('M168 222Q150 310 142 424M200 226V434M232 222Q250 310 258 424', tone) +
  seam('M150 62Q158 96 200 100Q242 96 250 62', tone)

const skirt: Drawing = (tone, look) =>
  cloth('M138 104H262Q310 240 330 392Q200 424 70 392Q90 240 138 104Z', tone, look) +
  flat('M138 104H262L268 130Q200 140 132 130Z', tone.shade) +
  seam(
    'M160 136Q126 260 112 402M186 138Q170 270 164 408M214 138Q230 270 236 408M240 136Q274 260 288 402',
    tone,
  )

const legs =
  'M128 62H272L286 150L304 426Q272 436 236 430L206 196Q200 186 194 196L164 430Q128 436 96 426L114 150Z'

const trousers: Drawing = (tone) =>
  shadow(legs) +
  solid(legs, tone.base) +
  flat('M128 62H272L275 84H125Z', tone.shade) +
  seam(
    'M200 84V190M154 92Q146 250 134 430M246 92Q254 250 266 430M128 96L146 140M272 96L254 140',
    tone,
  ) +
  `<circle cx="200" cy="74" r="5" fill="${tone.light}"/>`

const jeans: Drawing = (tone) =>
  shadow(legs) +
  solid(legs, tone.base) +
  `<ellipse cx="142" cy="220" rx="18" ry="74" fill="${tone.light}" opacity=".5"/>` +
  `<ellipse cx="258" cy="220" rx="18" ry="74" fill="${tone.light}" opacity=".5"/>` +
  flat('M128 62H272L275 84H125Z', tone.shade) +
  stitch(
    'M126 82H274M122 100Q134 132 172 130M278 100Q266 132 228 130M204 88V150Q204 172 196 182',
    '#d9a05b',
  ) +
  stitch('M110 416Q134 424 162 419M290 416Q266 424 238 419', '#d9a05b') +
  seam('M200 84V190M118 150Q112 280 102 420M282 150Q288 280 298 420', tone) +
  `<circle cx="200" cy="73" r="5" fill="#d9a05b"/>`

/** Things to wear, apart from shoes and small things. */
export const clothing = { tee, shirt, knit, hoodie, jacket, dress, skirt, trousers, jeans }
