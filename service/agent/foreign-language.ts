interface Language {
  /** Common words that English does not have. */
  readonly words: string
  readonly answer: string
}

const languages: readonly Language[] = [
  {
    words:
      'ich du wir auch der das mit und für fuer nicht suche suchen habt haben gibt ein eine einen einer unter größe groesse rot rote roten blau blaue schwarze schuhe jacke kleid hose wo mein meine bitte zurück zurueck ist welche kann hallo danke',
    answer:
      'Ich verstehe leider nur Englisch. Versuchen Sie zum Beispiel „red sneakers“ oder „jackets under 80“.',
  },
  {
    words:
      'je cherche avez vous une pour chaussures rouge rouges robe où est sont avec bonjour merci plaît plait taille mon ma moins votre',
    answer:
      'Je ne comprends malheureusement que l’anglais. Essayez par exemple « red sneakers » ou « jackets under 80 ».',
  },
  {
    words:
      'busco quiero tiene tienen zapatos zapatillas rojo rojos rojas para dónde donde mi pedido hola menos talla una unas gracias está',
    answer:
      'Lo siento, solo entiendo inglés. Pruebe por ejemplo «red sneakers» o «jackets under 80».',
  },
  {
    words:
      'cerco vorrei scarpe rosse rosso sono dove ordine ciao avete taglia meno euro per grazie',
    answer:
      'Mi dispiace, capisco solo l’inglese. Provi per esempio «red sneakers» o «jackets under 80».',
  },
  {
    words:
      'ik zoek een voor schoenen rode heeft hebben jullie waar mijn bestelling maat onder dank',
    answer:
      'Ik begrijp helaas alleen Engels. Probeer bijvoorbeeld “red sneakers” of “jackets under 80”.',
  },
]

const vocabularies = languages.map(({ words, answer }) => ({
  words: new Set(words.split(' ')),
  answer,
}))

/** One such word may be a name; so many among the others are a language. */
const LEAST_WORDS = 2
const LEAST_SHARE = 0.3

/**
 * An answer in the language of a message that is not English; `undefined` for English, and for a
 * language that is not known here.
 */
export function foreignAnswer(message: string): string | undefined {
  const words = message.toLowerCase().match(/\p{L}+/gu) ?? []
  const counted = vocabularies.map((language) => ({
    ...language,
    count: words.filter((word) => language.words.has(word)).length,
  }))
  const [likeliest] = counted.sort((a, b) => b.count - a.count)
  const isClear =
    likeliest && likeliest.count >= LEAST_WORDS && likeliest.count / words.length >= LEAST_SHARE
  return isClear ? likeliest.answer : undefined
}
